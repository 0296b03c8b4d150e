import { expect, test } from 'vitest';
import type { Milestone } from '@vitrin/shared/contract/milestones.ts';
import { noticeSteps, QUIET_SECONDS } from '../../testing/notices/notice-steps.ts';
import { sharedTestApp } from '../../testing/shared-test-app.ts';
import { claim, mail as sendMail } from './send.ts';

const setup = await sharedTestApp({ RATE_LIMITS: 'off' });
const { createAddressedDelivery, upload, mailsTo, mailsAfterQuiet, addMilestone, move } = noticeSteps(setup);

type Delivery = Awaited<ReturnType<typeof createAddressedDelivery>>;

const expectOn = ({ owner, project }: Delivery, expected_on: string | null) =>
  owner.browser.patch(`/api/projects/${project.id}/`, { expected_on });

/** Verifies the address of the freelancer and sets a time zone. */
async function withAddress({ owner }: Delivery, time_zone: string): Promise<string> {
  await setup.db.updateTable('users').set({ time_zone }).where('id', '=', owner.id).execute();
  return `${owner.username}@example.com`.toLowerCase();
}

/** The day this many days after the day of the test's clock in UTC. */
const dayIn = (days: number) =>
  new Date(setup.context.now().getTime() + days * 24 * 3600 * 1000).toISOString().slice(0, 10);

test.each(['Pacific/Auckland', 'America/New_York'])(
  'a freelancer in %s is reminded once on the morning before, of all that is due',
  async (zone) => {
    const delivery = await createAddressedDelivery();
    const email = await withAddress(delivery, zone);
    const day = dayIn(3);
    await addMilestone(delivery, 'Proof', day);
    await addMilestone(delivery, 'Print', day);
    await expectOn(delivery, day);
    const done = await addMilestone(delivery, 'Sketch', day);
    await delivery.owner.browser.patch(`/api/milestones/${done.id}/`, { completed: true });
    const reminder = setup.db
      .selectFrom('notices')
      .select(['id', 'due_at'])
      .where('kind', '=', 'due_tomorrow')
      .where('user_id', '=', delivery.owner.id);
    const { id, due_at } = await reminder.executeTakeFirstOrThrow();
    const at = new Intl.DateTimeFormat('en-CA', {
      timeZone: zone,
      dateStyle: 'short',
      timeStyle: 'short',
      hourCycle: 'h23',
    }).format(new Date(due_at));
    expect(at).toContain(`${dayBefore(day)}, 08:00`);
    setup.advance((Date.parse(due_at) - setup.context.now().getTime()) / 1000 - 1);
    expect(await mailsTo(email)).toEqual([]);
    setup.advance(1);
    // Two instances try it at the same time.
    await Promise.all([claim(setup.context, id), claim(setup.context, id)]);
    await setup.runJobs();
    await sendMail(setup.context, id);
    const [mail, ...others] = await mailsTo(email);
    expect(others).toEqual([]);
    expect(mail?.subject).toBe('Due tomorrow');
    for (const name of ['Proof', 'Print', 'the next version']) expect(mail?.text).toContain(name);
    expect(mail?.text).not.toContain('Sketch');
  },
);

test('pending reminders are sent at 8:00 in the time zone that the browser reports now, once', async () => {
  const delivery = await createAddressedDelivery();
  const { browser, id, username } = delivery.owner;
  const email = `${username}@example.com`.toLowerCase();
  const due = () =>
    setup.db
      .selectFrom('notices')
      .select('due_at')
      .where('kind', '=', 'due_tomorrow')
      .where('user_id', '=', id)
      .orderBy('due_at')
      .execute();
  const visitFrom = async (zone: string) => {
    setup.advance(3601);
    browser.cookies.set('timezone', zone);
    expect((await browser.get('/api/projects/')).statusCode).toBe(200);
    await setup.runJobs();
  };
  await withAddress(delivery, 'UTC');
  const days = [dayIn(5), dayIn(7)];
  const names = ['Proof', 'Print'];
  for (const [index, day] of days.entries()) await addMilestone(delivery, names[index] ?? '', day);
  const at = (time: string) => days.map((day) => ({ due_at: `${dayBefore(day)}T${time}:00.000Z` }));
  expect(await due()).toEqual(at('08:00'));
  await visitFrom('America/Phoenix');
  expect(await due()).toEqual(at('15:00'));
  await visitFrom('Asia/Dubai');
  expect(await due()).toEqual(at('04:00'));
  for (const [index, day] of days.entries()) {
    setup.advance((Date.parse(`${dayBefore(day)}T04:00:00Z`) - setup.context.now().getTime()) / 1000 - 1);
    expect(await mailsTo(email)).toHaveLength(index);
    setup.advance(1);
    expect((await mailsTo(email)).at(-1)?.text).toContain(names[index]);
    // A sent reminder is not repeated where it is not yet 8:00.
    for (const zone of ['America/Phoenix', 'Asia/Dubai']) await visitFrom(zone);
    setup.advance(13 * 3600);
    expect(await mailsTo(email)).toHaveLength(index + 1);
  }
});

const dayBefore = (day: string) => new Date(Date.parse(day) - 24 * 3600 * 1000).toISOString().slice(0, 10);

test('no reminder is sent for a day without due items, nor to a freelancer who switched it off', async () => {
  const moved = await createAddressedDelivery();
  const off = await createAddressedDelivery();
  const emails = [await withAddress(moved, 'UTC'), await withAddress(off, 'UTC')];
  await move(moved, await addMilestone(moved, 'Proof', dayIn(3)), null);
  await addMilestone(off, 'Proof', dayIn(3));
  await off.owner.browser.patch('/api/notices/choices/', { notice: 'due_tomorrow', wanted: false });
  setup.advance(3 * 24 * 3600);
  expect(await mailsTo(...emails)).toEqual([]);
});

test('a day promised after 8:00 for tomorrow has no reminder', async () => {
  const delivery = await createAddressedDelivery();
  const email = await withAddress(delivery, 'UTC');
  const noon = new Date(setup.context.now());
  noon.setUTCHours(36, 0, 0, 0);
  setup.advance((noon.getTime() - setup.context.now().getTime()) / 1000);
  await addMilestone(delivery, 'Proof', dayIn(1));
  setup.advance(24 * 3600);
  expect(await mailsTo(email)).toEqual([]);
});

test('a freelancer gets a reminder for the next version that a new project promises', async () => {
  const delivery = await createAddressedDelivery();
  const email = await withAddress(delivery, 'UTC');
  const work = { name: 'New work', customer_id: null, expected_on: dayIn(3) };
  await delivery.owner.browser.post('/api/projects/', work);
  setup.advance(3 * 24 * 3600);
  expect((await mailsTo(email)).map(({ text }) => text)).toEqual([
    expect.stringContaining('New work: the next version'),
  ]);
});

test('a freelancer gets a reminder for the next version of a completed project, and for nothing on hold', async () => {
  const delivery = await createAddressedDelivery();
  const { browser } = delivery.owner;
  const email = await withAddress(delivery, 'UTC');
  const { id } = await addMilestone(delivery, 'Proof', null);
  await browser.patch(`/api/milestones/${id}/`, { completed: true });
  await expectOn(delivery, dayIn(3));
  const held = await setup.createProject({ owner: delivery.owner });
  await browser.patch(`/api/projects/${held.id}/`, { status: 'on-hold' });
  await addMilestone({ ...delivery, project: held }, 'Waits', dayIn(3));
  setup.advance(3 * 24 * 3600);
  const [mail, ...others] = await mailsTo(email);
  expect(others).toEqual([]);
  expect(mail?.text).toContain('the next version');
  expect(mail?.text).not.toContain('Waits');
});

test('a client gets one notice of moved days, from the first to the last', async () => {
  const delivery = await createAddressedDelivery();
  const { email } = delivery;
  const proof = await addMilestone(delivery, 'Proof', '2027-12-01');
  const print = await addMilestone(delivery, 'Print', '2027-12-02');
  const later = await addMilestone(delivery, 'Later', null);
  await expectOn(delivery, '2027-12-03');
  expect(await mailsAfterQuiet(email)).toEqual([]);
  await move(delivery, proof, '2027-12-08');
  setup.advance(QUIET_SECONDS - 1);
  await move(delivery, proof, '2027-12-09');
  await move(delivery, print, '2027-12-10');
  await move(delivery, print, '2027-12-02');
  await move(delivery, later, '2027-12-11');
  await expectOn(delivery, null);
  setup.advance(QUIET_SECONDS - 1);
  expect(await mailsTo(email)).toEqual([]);
  setup.advance(1);
  const [mail, ...others] = await mailsTo(email);
  expect(others).toEqual([]);
  expect(mail?.subject).toMatch(/a date has moved$/);
  expect(mail?.text).toContain('Proof: now Thursday 9 December (previously Wednesday 1 December).');
  expect(mail?.text).toContain('Next version: no date for now (previously Friday 3 December).');
  expect(mail?.text).not.toMatch(/Print|Later/);
  // The next move is announced too, from the day of the last notice.
  await move(delivery, proof, '2027-12-13');
  const [, second, ...more] = await mailsAfterQuiet(email);
  expect(more).toEqual([]);
  expect(second?.text).toContain('Proof: now Monday 13 December (previously Thursday 9 December).');
});

test('days that move at the same time are announced to each reader and for each project apart', async () => {
  const [first, second] = [await createAddressedDelivery(), await createAddressedDelivery()];
  const person = await setup.createClientPerson(first.customer);
  const emails = [first.email, await setup.addAddress(person, { verified: true }), second.email];
  const project = await setup.createProject({ owner: first.owner, customer: first.customer });
  const moved = [
    { delivery: first, name: 'Proof' },
    { delivery: { ...first, project }, name: 'Shoot' },
    { delivery: second, name: 'Print' },
  ];
  for (const { delivery, name } of moved)
    await move(delivery, await addMilestone(delivery, name, '2027-12-01'), '2027-12-08');
  const mails = await mailsAfterQuiet(...emails);
  const named = mails.map(({ to, text }) => [to, ...(text.match(/Proof|Shoot|Print/g) ?? [])].join(' '));
  const [client, colleague] = emails;
  expect(named.toSorted()).toEqual(
    [
      `${client} Proof`,
      `${client} Shoot`,
      `${colleague} Proof`,
      `${colleague} Shoot`,
      `${second.email} Print`,
    ].toSorted(),
  );
});

test('the mail for a version of another client delays no notice of moved days', async () => {
  const [first, second] = [await createAddressedDelivery(), await createAddressedDelivery()];
  await move(first, await addMilestone(first, 'Proof', '2027-12-01'), '2027-12-08');
  setup.advance(60);
  await upload(second.owner, second.version);
  setup.advance(QUIET_SECONDS - 60);
  expect((await mailsTo(first.email)).map(({ subject }) => subject)).toEqual([
    expect.stringMatching(/a date has moved$/),
  ]);
});

test('another time zone moves the reminders of its freelancer alone', async () => {
  const [first, second] = [await createAddressedDelivery(), await createAddressedDelivery()];
  for (const delivery of [first, second]) {
    await withAddress(delivery, 'UTC');
    await addMilestone(delivery, 'Proof', dayIn(5));
  }
  const due = ({ owner }: Delivery) =>
    setup.db
      .selectFrom('notices')
      .select('due_at')
      .where('kind', '=', 'due_tomorrow')
      .where('user_id', '=', owner.id)
      .execute();
  const before = await due(second);
  setup.advance(3601);
  first.owner.browser.cookies.set('timezone', 'Asia/Dubai');
  await first.owner.browser.get('/api/projects/');
  await setup.runJobs();
  expect(await due(first)).not.toEqual(before);
  expect(await due(second)).toEqual(before);
});

test('a client is notified that the day of the next version has moved', async () => {
  const delivery = await createAddressedDelivery();
  await expectOn(delivery, '2027-12-03');
  await expectOn(delivery, '2027-12-08');
  const [mail, ...others] = await mailsAfterQuiet(delivery.email);
  expect(others).toEqual([]);
  expect(mail?.text).toContain('Next version: now Wednesday 8 December (previously Friday 3 December).');
});

test('a client is notified once of a day withdrawn with its milestone', async () => {
  const delivery = await createAddressedDelivery();
  const { id } = await addMilestone(delivery, 'Proof', '2027-12-01');
  await delivery.owner.browser.delete(`/api/milestones/${id}/`);
  const [mail, ...others] = await mailsAfterQuiet(delivery.email);
  expect(others).toEqual([]);
  expect(mail?.text).toContain('Proof: no date for now (previously Wednesday 1 December).');
});

test('a reopened milestone has a reminder, and its client is notified of the day that changed meanwhile', async () => {
  const delivery = await createAddressedDelivery();
  const { browser } = delivery.owner;
  const emails = [await withAddress(delivery, 'UTC'), delivery.email];
  const complete = ({ id }: Milestone, completed: boolean) =>
    browser.patch(`/api/milestones/${id}/`, { completed });
  const proof = await addMilestone(delivery, 'Proof', '2027-12-01');
  await complete(proof, true);
  await move(delivery, proof, dayIn(3));
  await complete(proof, false);
  await mailsAfterQuiet(delivery.email);
  setup.advance(3 * 24 * 3600);
  const subjects = (await mailsTo(...emails)).map(({ subject }) => subject);
  expect(subjects.filter((subject) => subject === 'Due tomorrow')).toHaveLength(1);
  expect(subjects.filter((subject) => subject.endsWith('a date has moved'))).toHaveLength(1);
});

test('a day that was moved back causes no notice', async () => {
  const delivery = await createAddressedDelivery();
  const proof = await addMilestone(delivery, 'Proof', '2027-12-01');
  await move(delivery, proof, '2027-12-08');
  await move(delivery, proof, '2027-12-01');
  expect(await mailsAfterQuiet(delivery.email)).toEqual([]);
});

test('moved days are part of the mail for a version that follows within minutes, and have none of their own', async () => {
  const delivery = await createAddressedDelivery();
  const { owner, version, email } = delivery;
  const proof = await addMilestone(delivery, 'Proof', '2027-12-01');
  await move(delivery, proof, '2027-12-08');
  setup.advance(60);
  await upload(owner, version);
  setup.advance(QUIET_SECONDS - 60);
  expect(await mailsTo(email)).toEqual([]);
  setup.advance(60);
  await mailsTo(email);
  const [mail, ...others] = await mailsAfterQuiet(email);
  expect(others).toEqual([]);
  expect(mail?.subject).toMatch(/is ready$/);
  expect(mail?.text).toContain('Proof: now Wednesday 8 December (previously Wednesday 1 December).');
});

test.each([
  ['', 'now'],
  [' by the clock', 60],
])('a moved day of a version that arrives%s within minutes causes no notice', async (_how, from) => {
  const delivery = await createAddressedDelivery();
  const { owner, project, email } = delivery;
  await expectOn(delivery, '2027-12-03');
  await expectOn(delivery, '2027-12-10');
  const ready_at =
    from === 'now' ? from : new Date(setup.context.now().getTime() + Number(from) * 1000).toISOString();
  const version = { project: project.id, version_number: '2.0', ready_at };
  await upload(owner, (await owner.browser.post('/api/versions/', version)).json<{ id: number }>());
  setup.advance(120);
  if (from === 'now') await expectOn(delivery, '2027-12-24');
  setup.advance(QUIET_SECONDS);
  await mailsTo(email);
  const [mail, ...others] = await mailsAfterQuiet(email);
  expect(others).toEqual([]);
  expect(mail?.subject).toMatch(/is ready$/);
  expect(mail?.text).not.toContain('Next version');
});

test('a client unsubscribes from these mails by one click in the first, and gets no more', async () => {
  const delivery = await createAddressedDelivery();
  const proof = await addMilestone(delivery, 'Proof', '2027-12-01');
  await move(delivery, proof, '2027-12-08');
  const [mail] = await mailsAfterQuiet(delivery.email);
  const { pathname, search } = new URL(mail?.unsubscribe ?? '');
  const pressed = await setup.app.inject({
    method: 'POST',
    url: pathname + search,
    headers: { host: 'localhost:3000', 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'List-Unsubscribe=One-Click',
  });
  expect(pressed.statusCode).toBe(200);
  await move(delivery, proof, '2027-12-15');
  expect(await mailsAfterQuiet(delivery.email)).toHaveLength(1);
  const choices = await delivery.customer.browser.get('/api/notices/choices/');
  expect(choices.json()).toMatchObject({
    results: expect.arrayContaining([expect.objectContaining({ notice: 'date_moved', wanted: false })]),
  });
});
