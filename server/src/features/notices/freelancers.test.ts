import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import type { Link } from '@vitrin/shared/contract/links.ts';
import { describe, expect, test } from 'vitest';
import type { Person } from '../../testing/factories.ts';
import { uploadTo } from '../../testing/forms.ts';
import { lookSteps } from '../../testing/notices/look-steps.ts';
import { QUIET_SECONDS } from '../../testing/notices/notice-steps.ts';
import { sharedTestApp } from '../../testing/shared-test-app.ts';
import { writeEvents } from '../events/service.ts';

const DAY = 24 * 3600;

const setup = await sharedTestApp({ RATE_LIMITS: 'off' });
const { written, mailsTo, look } = lookSteps(setup);

describe('the first look at a version', () => {
  test('notifies its freelancer at once, once, in their language and time zone', async () => {
    const { owner, customer, project, version } = await setup.createDelivery();
    const other = await setup.createCustomer({ owner });
    await setup.db
      .updateTable('users')
      .set({ language: 'tr', time_zone: 'Europe/Istanbul' })
      .where('id', '=', owner.id)
      .execute();
    await owner.browser.patch(`/api/users/${customer.id}/`, { display_name: 'Bosphorus' });
    const at = new Date(setup.context.now());
    await look(customer, version);
    const [mail, ...others] = await mailsTo(owner);
    expect(others).toEqual([]);
    expect(mail?.subject).toMatch(/^Bosphorus baktı: /);
    expect(mail?.text).toContain(`/projects/${project.id}`);
    const clock = { hour: '2-digit', minute: '2-digit', timeZone: 'Europe/Istanbul' } as const;
    expect(mail?.text).toContain(new Intl.DateTimeFormat('tr', clock).format(at));
    expect(mail?.sender).toBeUndefined();

    setup.advance(DAY);
    await owner.browser.patch(`/api/projects/${project.id}/`, { customer_id: other.id });
    await look(other, version);
    await look(owner, version);
    expect(await mailsTo(owner)).toHaveLength(1);
    const next = await setup.createVersion({ project, version_number: '2.0' });
    await look(other, next);
    expect(await mailsTo(owner)).toHaveLength(2);
  });

  test("sends no notice for the freelancer's own looks, nor without consent to such mails", async () => {
    const { owner, customer, version } = await setup.createDelivery();
    await look(owner, version);
    expect(await mailsTo(owner)).toEqual([]);
    await owner.browser.patch('/api/notices/choices/', { notice: 'first_look', wanted: false });
    await look(customer, version);
    expect(await mailsTo(owner)).toEqual([]);
    // Switching a kind on again later sends no notice of an old first look.
    await owner.browser.patch('/api/notices/choices/', { notice: 'first_look', wanted: true });
    setup.advance(3600);
    await look(customer, version);
    expect(await mailsTo(owner)).toEqual([]);
  });

  test('a later look at a version opened long before sends no notice', async () => {
    const { owner, customer, version } = await setup.createDelivery();
    const file = await uploadTo(owner.browser, version.id, Buffer.from('work'), 'work.txt');
    await look(customer, version);
    await written();
    await setup.db.deleteFrom('notices').where('user_id', '=', owner.id).execute();
    const before = (await mailsTo(owner)).length;
    setup.advance(DAY);
    await customer.browser.post('/api/seen/', { kind: 'file_previewed', id: file.id });
    expect(await mailsTo(owner)).toHaveLength(before);
  });
});

describe('the first complete download from a version', () => {
  test('sends one notice with the number of files of a few minutes', async () => {
    const { owner, customer, version } = await setup.createDelivery();
    const files: ProjectFile[] = [];
    for (const name of ['a.txt', 'b.txt', 'c.txt'])
      files.push(await uploadTo(owner.browser, version.id, Buffer.from('four'), name));
    const fetch = (at: number, headers = {}) =>
      customer.browser.get(`${files[at]?.file}?download=1`, headers);
    await fetch(0, { range: 'bytes=0-2' });
    setup.advance(QUIET_SECONDS);
    expect(await mailsTo(owner)).toEqual([]);
    await fetch(0, { range: 'bytes=3-3' });
    await fetch(1);
    expect(await mailsTo(owner)).toEqual([]);
    setup.advance(QUIET_SECONDS);
    const [mail, ...others] = await mailsTo(owner);
    expect(others).toEqual([]);
    expect(mail?.text).toMatch(/has downloaded 2 of 3 files of version 1.0/);
    expect(mail?.text).toMatch(/ UTC\./);
    await fetch(2);
    await written();
    setup.advance(DAY);
    const all = await mailsTo(owner);
    expect(all.filter(({ subject }) => subject.includes('has downloaded'))).toHaveLength(1);
  });
});

describe("another person's downloads", () => {
  test('are not counted as those of the first', async () => {
    const { owner, customer, version } = await setup.createDelivery();
    const person = await setup.createClientPerson(customer);
    const files: ProjectFile[] = [];
    for (const name of ['a.txt', 'b.txt', 'c.txt'])
      files.push(await uploadTo(owner.browser, version.id, Buffer.from('four'), name));
    const [first, ...others] = files;
    await customer.browser.get(`${first?.file}?download=1`);
    await written();
    setup.advance(60);
    for (const { file } of others) await person.browser.get(`${file}?download=1`);
    await written();
    setup.advance(QUIET_SECONDS);
    const mails = (await mailsTo(owner)).filter(({ subject }) => subject.includes('has downloaded'));
    expect(mails).toMatchObject([
      { text: expect.stringContaining(`${customer.username} has downloaded 1 of 3 files`) },
    ]);
  });
});

describe('a version left unopened for three days', () => {
  const unopened = async (person: Person) =>
    (await mailsTo(person)).filter(({ subject }) => subject.includes('has not opened'));

  test('notifies its freelancer once, three days after its last file, with a link to the reminder', async () => {
    const { owner, project, version } = await setup.createDelivery();
    await uploadTo(owner.browser, version.id, Buffer.from('work'), 'a.txt');
    setup.advance(2 * DAY);
    await uploadTo(owner.browser, version.id, Buffer.from('work'), 'b.txt');
    setup.advance(3 * DAY - 1);
    expect(await unopened(owner)).toEqual([]);
    setup.advance(1);
    const [mail, ...others] = await unopened(owner);
    expect(others).toEqual([]);
    expect(mail?.text).toContain(`/projects/${project.id}?remind=${version.id}`);
    await uploadTo(owner.browser, version.id, Buffer.from('work'), 'c.txt');
    setup.advance(9 * DAY);
    expect(await unopened(owner)).toHaveLength(1);
  });

  test('counts links too, until the client opens one or a newer version has some', async () => {
    const [waiting, clicked, followed] = [
      await setup.createDelivery(),
      await setup.createDelivery(),
      await setup.createDelivery(),
    ];
    const add = async (owner: Person, version: { id: number }) => {
      const body = { title: 'Film', address: 'https://vimeo.com/1', version: version.id };
      return (await owner.browser.post('/api/links/', body)).json<Link>();
    };
    await add(waiting.owner, waiting.version);
    const { id } = await add(clicked.owner, clicked.version);
    await add(followed.owner, followed.version);
    const next = await setup.createVersion({ project: followed.project, version_number: '2.0' });
    await add(followed.owner, next);
    await clicked.customer.browser.post('/api/seen/', { kind: 'link_opened', id });
    await writeEvents(setup.context);
    setup.advance(3 * DAY);
    expect(await unopened(waiting.owner)).toMatchObject([{ subject: expect.stringContaining('1.0') }]);
    expect(await unopened(clicked.owner)).toEqual([]);
    expect(await unopened(followed.owner)).toMatchObject([{ subject: expect.stringContaining('2.0') }]);
  });

  test('sends no notice once it was opened, when a newer one has files, or without a client to open it', async () => {
    const opened = await setup.createDelivery();
    const openedByPerson = await setup.createDelivery();
    const person = await setup.createClientPerson(openedByPerson.customer);
    const followed = await setup.createDelivery();
    const alone = await setup.createDelivery();
    for (const { owner, version } of [opened, openedByPerson, followed, alone])
      await uploadTo(owner.browser, version.id, Buffer.from('work'), 'a.txt');
    await look(opened.customer, opened.version);
    await look(person, openedByPerson.version);
    setup.advance(DAY);
    const next = await setup.createVersion({ project: followed.project, version_number: '2.0' });
    await uploadTo(followed.owner.browser, next.id, Buffer.from('work'), 'b.txt');
    await alone.owner.browser.patch(`/api/projects/${alone.project.id}/`, { customer_id: null });
    setup.advance(2 * DAY);
    for (const { owner } of [opened, openedByPerson, followed, alone])
      expect(await unopened(owner)).toEqual([]);
    // The three days begin anew with the newer version, and with the new client.
    const late = await setup.createCustomer({ owner: alone.owner });
    await alone.owner.browser.patch(`/api/projects/${alone.project.id}/`, { customer_id: late.id });
    setup.advance(3 * DAY);
    for (const { owner } of [opened, openedByPerson]) expect(await unopened(owner)).toEqual([]);
    expect(await unopened(followed.owner)).toMatchObject([{ subject: expect.stringContaining('2.0') }]);
    expect(await unopened(alone.owner)).toMatchObject([{ subject: expect.stringContaining('1.0') }]);
  });

  test('sends no notice when it is empty, nor when it was withdrawn', async () => {
    const [emptied, hidden] = [await setup.createDelivery(), await setup.createDelivery()];
    const files: ProjectFile[] = [];
    for (const { owner, version } of [emptied, hidden])
      files.push(await uploadTo(owner.browser, version.id, Buffer.from('work'), 'a.txt'));
    await emptied.owner.browser.delete(`/api/files/${files[0]?.id}/`);
    await hidden.owner.browser.patch(`/api/versions/${hidden.version.id}/`, { ready_at: null });
    setup.advance(3 * DAY);
    for (const { owner } of [emptied, hidden]) expect(await unopened(owner)).toEqual([]);
    // A version that is ready again can be left unopened again.
    await hidden.owner.browser.patch(`/api/versions/${hidden.version.id}/`, { ready_at: 'now' });
    setup.advance(3 * DAY);
    expect(await unopened(hidden.owner)).toHaveLength(1);
  });
});

describe('the summary of a week', () => {
  const summaries = async (person: Person) =>
    (await mailsTo(person)).filter(({ subject }) => subject === 'Your week with your clients');
  const until = (time: string) => setup.advance((Date.parse(time) - setup.context.now().getTime()) / 1000);
  /** A different day for each test, since the clock of this file only moves forward. */
  const nextMonday = () => {
    const now = setup.context.now();
    const days = ((8 - now.getUTCDay()) % 7) + 7;
    return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + days));
  };

  test("is sent on Monday at eight in the reader's time zone, and only after a week with activity", async () => {
    const { owner, customer, project, version } = await setup.createDelivery();
    const quiet = await setup.createDelivery();
    await setup.db
      .updateTable('users')
      .set({ time_zone: 'Europe/Istanbul' })
      .where('id', '=', owner.id)
      .execute();
    const monday = nextMonday();
    until(monday.toISOString());
    const file = await uploadTo(owner.browser, version.id, Buffer.from('work'), 'a.txt');
    await look(customer, version);
    await customer.browser.get(`${file.file}?download=1`);
    // Two bytes are not a download: nothing in the week of this freelancer.
    const begun = await uploadTo(quiet.owner.browser, quiet.version.id, Buffer.from('work'), 'c.txt');
    await quiet.customer.browser.get(`${begun.file}?download=1`, { range: 'bytes=0-1' });
    await written();
    const weeks = setup.db.selectFrom('notices').select('user_id').where('kind', '=', 'weekly_summary');
    const ofThese = weeks.where('user_id', 'in', [owner.id, quiet.owner.id]);
    expect(await ofThese.execute()).toEqual([{ user_id: owner.id }]);
    const other = await setup.createVersion({ project, version_number: '2.0' });
    await uploadTo(owner.browser, other.id, Buffer.from('work'), 'b.txt');
    const eight = new Date(monday.getTime() + 7 * DAY * 1000 + 5 * 3600 * 1000);
    until(new Date(eight.getTime() - 1000).toISOString());
    expect(await summaries(owner)).toEqual([]);
    setup.advance(1);
    const [mail, ...others] = await summaries(owner);
    expect(others).toEqual([]);
    expect(mail?.text).toMatch(/Clients looked at .* once and downloaded one file\./);
    expect(mail?.text).toMatch(/has not opened version 2\.0 of .* yet\./);
    setup.advance(14 * DAY);
    expect(await summaries(owner)).toHaveLength(1);
    expect(await summaries(quiet.owner)).toEqual([]);
  });

  test('contains nothing of other freelancers, and is one notice for two batches that write at once', async () => {
    const [ada, eve] = [await setup.createDelivery(), await setup.createDelivery()];
    until(nextMonday().toISOString());
    for (const { owner, customer, version } of [ada, eve]) {
      await look(customer, version);
      await customer.browser.post('/api/seen/', { kind: 'project_opened', id: version.project_id });
      const file = await uploadTo(owner.browser, version.id, Buffer.from('work'), 'a.txt');
      await customer.browser.get(`${file.file}?download=1`);
    }
    await Promise.all([writeEvents(setup.context), writeEvents(setup.context), written()]);
    setup.advance(8 * DAY);
    const [mail, ...others] = await summaries(ada.owner);
    expect(others).toEqual([]);
    const nameOf = async ({ owner, project }: typeof ada) =>
      (await owner.browser.get(`/api/projects/${project.id}/`)).json<{ name: string }>().name;
    expect(mail?.text).toContain(await nameOf(ada));
    expect(mail?.text).not.toContain(await nameOf(eve));
  });
});

test("a browser sends its reader's time zone: the first is stored at once, another with the next hour", async () => {
  const { owner } = await setup.createDelivery();
  const zone = async () =>
    (
      await setup.db
        .selectFrom('users')
        .select('time_zone')
        .where('id', '=', owner.id)
        .executeTakeFirstOrThrow()
    ).time_zone;
  const visit = async (name: string) => {
    owner.browser.cookies.set('timezone', name);
    expect((await owner.browser.get('/api/projects/')).statusCode).toBe(200);
    return zone();
  };
  expect(await visit('Mars/Olympus')).toBeNull();
  expect(await visit('a'.repeat(4000))).toBeNull();
  expect(await visit('Europe/Istanbul')).toBe('Europe/Istanbul');
  expect(await visit('Europe/Berlin')).toBe('Europe/Istanbul');
  setup.advance(3601);
  expect(await visit('Europe/Berlin')).toBe('Europe/Berlin');
});
