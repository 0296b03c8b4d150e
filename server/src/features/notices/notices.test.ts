import type { Link } from '@vitrin/shared/contract/links.ts';
import { describe, expect, onTestFinished, test } from 'vitest';
import { noticeSteps, QUIET_SECONDS } from '../../testing/notices/notice-steps.ts';
import { sharedTestApp } from '../../testing/shared-test-app.ts';

const setup = await sharedTestApp({ RATE_LIMITS: 'off' });

const { createAddressedDelivery, upload, mailsTo, mailsAfterQuiet } = noticeSteps(setup);

describe('a version that is ready', () => {
  test('notifies its customer after five minutes without a new file, and only once', async () => {
    const { owner, version, project, email } = await createAddressedDelivery();
    await upload(owner, version);
    setup.advance(QUIET_SECONDS - 1);
    await upload(owner, version, 'more.txt');
    setup.advance(QUIET_SECONDS - 1);
    expect(await mailsTo(email)).toEqual([]);
    setup.advance(1);
    const [mail, ...others] = await mailsTo(email);
    expect(others).toEqual([]);
    expect(mail?.subject).toMatch(/version 1.0 is ready$/);
    expect(mail?.text).toContain('online for you, with 2 files.');
    expect(mail?.text).toContain(`/projects/${project.id}`);
    await upload(owner, version, 'late.txt');
    expect(await mailsAfterQuiet(email)).toHaveLength(1);
  });

  test('is announced with its links, even without a file, and not once they are deleted', async () => {
    const [linked, mixed, emptied] = [
      await createAddressedDelivery(),
      await createAddressedDelivery(),
      await createAddressedDelivery(),
    ];
    const add = async ({ owner, version }: typeof linked) => {
      const body = { title: 'Film', address: 'https://vimeo.com/1', version: version.id };
      return (await owner.browser.post('/api/links/', body)).json<Link>();
    };
    await upload(mixed.owner, mixed.version);
    await add(mixed);
    setup.advance(QUIET_SECONDS - 1);
    for (const one of [linked, mixed]) await add(one);
    const { id } = await add(emptied);
    await emptied.owner.browser.delete(`/api/links/${id}/`);
    setup.advance(QUIET_SECONDS - 1);
    expect(await mailsTo(linked.email, mixed.email)).toEqual([]);
    setup.advance(1);
    const textsTo = async ({ email }: typeof linked) => (await mailsTo(email)).map(({ text }) => text);
    expect(await textsTo(linked)).toMatchObject([expect.stringContaining('for you, with one link.')]);
    expect(await textsTo(mixed)).toMatchObject([
      expect.stringContaining('for you, with one file and 2 links.'),
    ]);
    expect(await textsTo(emptied)).toEqual([]);
  });

  test('is written in the language of its reader, in the name of the freelancer', async () => {
    const { owner, customer, version, email } = await createAddressedDelivery();
    await setup.db
      .updateTable('users')
      .set({ language: 'tr', display_name: 'Deniz' })
      .where('id', '=', customer.id)
      .execute();
    await owner.browser.patch('/api/face/', { display_name: 'Studio Mavi' });
    await upload(owner, version);
    const [mail] = await mailsAfterQuiet(email);
    expect(mail).toMatchObject({ sender: 'Studio Mavi' });
    expect(mail?.text).toMatch(/^Merhaba Deniz,\n\nStudio Mavi, /);
    expect(mail?.html).toContain('<html lang="tr">');
  });

  test('is never sent to an unverified address', async () => {
    const { owner, customer, version, email } = await createAddressedDelivery({ verified: false });
    await upload(owner, version);
    expect(await mailsAfterQuiet(email)).toEqual([]);
    const proven = await setup.addAddress(customer, {
      email: `${customer.username}-proven@example.com`.toLowerCase(),
    });
    await upload(owner, version, 'more.txt');
    expect(await mailsAfterQuiet(email, proven)).toMatchObject([{ to: proven }]);
  });

  test('is not sent to a client taken off the project, nor for a deleted or empty version', async () => {
    const taken = await createAddressedDelivery();
    const deleted = await createAddressedDelivery();
    const emptied = await createAddressedDelivery();
    for (const { owner, version } of [taken, deleted, emptied]) await upload(owner, version);
    await taken.owner.browser.patch(`/api/projects/${taken.project.id}/`, { customer_id: null });
    await deleted.owner.browser.delete(`/api/versions/${deleted.version.id}/`);
    await setup.db.deleteFrom('files').where('version_id', '=', emptied.version.id).execute();
    expect(await mailsAfterQuiet(taken.email, deleted.email, emptied.email)).toEqual([]);
  });

  test('is not sent to a client who loses access while the mail waits for the mail server', async () => {
    const { owner, project, version, email } = await createAddressedDelivery();
    const { mailer } = setup.context;
    onTestFinished(() => void (setup.context.mailer = mailer));
    setup.context.mailer = { send: () => Promise.reject(new Error('The mail server is down')) };
    await upload(owner, version);
    expect(await mailsAfterQuiet(email)).toEqual([]);
    await owner.browser.patch(`/api/projects/${project.id}/`, { customer_id: null });
    setup.context.mailer = mailer;
    expect(await mailsAfterQuiet(email)).toEqual([]);
  });

  test('is sent once by two workers that run the same jobs, even twice', async () => {
    const { owner, version, email } = await createAddressedDelivery();
    await upload(owner, version);
    const jobs = setup.db.selectFrom('jobs').select(['kind', 'payload', 'run_at', 'created_at']);
    const [job] = await jobs.where('kind', '=', 'claim-notice').orderBy('id', 'desc').limit(1).execute();
    if (job) await setup.db.insertInto('jobs').values([job, job]).execute();
    setup.advance(QUIET_SECONDS);
    await Promise.all([setup.runJobs(), setup.runJobs()]);
    expect(await mailsTo(email)).toHaveLength(1);
  });
});

describe('a milestone that is completed', () => {
  test('is sent once, however often it is ticked', async () => {
    const { owner, project, email } = await createAddressedDelivery();
    const { id } = await setup.createMilestone({ project, name: 'Logo' });
    const tick = (completed: boolean) => owner.browser.patch(`/api/milestones/${id}/`, { completed });
    await tick(true);
    await tick(false);
    expect(await mailsAfterQuiet(email)).toEqual([]);
    await tick(true);
    expect(await mailsAfterQuiet(email)).toMatchObject([
      { subject: expect.stringMatching(/: Logo is completed$/) },
    ]);
    await tick(false);
    await tick(true);
    expect(await mailsAfterQuiet(email)).toHaveLength(1);
  });

  test('is not sent to a client taken off the project', async () => {
    const { owner, project, email } = await createAddressedDelivery();
    const { id } = await setup.createMilestone({ project });
    await owner.browser.patch(`/api/milestones/${id}/`, { completed: true });
    await owner.browser.patch(`/api/projects/${project.id}/`, { customer_id: null });
    expect(await mailsAfterQuiet(email)).toEqual([]);
  });
});

describe('a user who has unsubscribed from a kind of mail', () => {
  test('says so in the account, where each role has its own kinds', async () => {
    const { owner, customer, version, project, email } = await createAddressedDelivery();
    const choices = await customer.browser.get('/api/notices/choices/');
    expect(choices.json()).toEqual({
      results: [
        { notice: 'version_ready', wanted: true },
        { notice: 'milestone_completed', wanted: true },
        { notice: 'version_reminder', wanted: true },
        { notice: 'date_moved', wanted: true },
        { notice: 'cover', wanted: true },
      ],
    });
    const choice = { notice: 'version_ready', wanted: false };
    expect((await customer.browser.patch('/api/notices/choices/', choice)).json()).toMatchObject({
      results: [choice, { wanted: true }, { wanted: true }, { wanted: true }, { wanted: true }],
    });
    expect((await owner.browser.patch('/api/notices/choices/', choice)).statusCode).toBe(400);
    await upload(owner, version);
    const { id } = await setup.createMilestone({ project });
    await owner.browser.patch(`/api/milestones/${id}/`, { completed: true });
    expect(await mailsAfterQuiet(email)).toMatchObject([{ subject: expect.stringContaining('completed') }]);
    await customer.browser.patch('/api/notices/choices/', { ...choice, wanted: true });
    await upload(owner, version, 'more.txt');
    expect(await mailsAfterQuiet(email)).toHaveLength(2);
  });

  test('leaves the choices of other users alone', async () => {
    const [first, second] = [await setup.createDelivery(), await setup.createDelivery()];
    const colleague = await setup.createClientPerson(first.customer);
    const choice = { notice: 'version_ready', wanted: false };
    await first.customer.browser.patch('/api/notices/choices/', choice);
    for (const { browser } of [colleague, second.customer])
      expect((await browser.get('/api/notices/choices/')).json()).toMatchObject({
        results: expect.arrayContaining([{ notice: 'version_ready', wanted: true }]),
      });
  });

  test('unsubscribes by the button of the mail program, without a cookie; opening the page changes nothing', async () => {
    const { owner, customer, version, email } = await createAddressedDelivery();
    await upload(owner, version);
    const [mail] = await mailsAfterQuiet(email);
    const { pathname, search, searchParams } = new URL(mail?.unsubscribe ?? '');
    expect(mail?.text).toContain(`/unsubscribe${search}`);
    const looked = await setup.createBrowser().get(`${pathname}${search}`);
    expect([looked.statusCode, looked.headers.location]).toEqual([302, `/unsubscribe${search}`]);
    const wanted = async () =>
      (await customer.browser.get('/api/notices/choices/')).json<{ results: object[] }>().results[0];
    const about = await setup.createBrowser().get(`/api/notices/unsubscribe/${search}`);
    expect(about.json()).toEqual({ notice: 'version_ready', wanted: true });
    expect(await wanted()).toMatchObject({ wanted: true });
    const press = (url: string, contentType: string, payload: string) =>
      setup.app.inject({
        method: 'POST',
        url,
        headers: { host: 'localhost:3000', 'content-type': contentType },
        payload,
      });
    const form = 'application/x-www-form-urlencoded';
    const forged = `${pathname}?key=${searchParams.get('key')?.slice(0, -1)}`;
    expect((await press(forged, form, 'List-Unsubscribe=One-Click')).statusCode).toBe(404);
    expect(await wanted()).toMatchObject({ wanted: true });
    const pressed = await press(`${pathname}${search}`, form, 'List-Unsubscribe=One-Click');
    expect(pressed.statusCode).toBe(200);
    expect(await wanted()).toMatchObject({ wanted: false });
    const multipart = await press(
      `${pathname}${search}`,
      'multipart/form-data; boundary=b',
      '--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n',
    );
    expect(multipart.statusCode).toBe(200);
    const key = searchParams.get('key');
    const back = await setup.createBrowser().post('/api/notices/unsubscribe/', { key, wanted: true });
    expect(back.json()).toEqual({ notice: 'version_ready', wanted: true });
    expect(await wanted()).toMatchObject({ wanted: true });
  });
});

test('a version of a project without a customer sends no notice', async () => {
  const { owner, version, project } = await setup.createDelivery();
  await owner.browser.patch(`/api/projects/${project.id}/`, { customer_id: null });
  await upload(owner, version);
  await setup.createFile({ version });
  const rows = setup.db.selectFrom('notices').select('id').where('version_id', '=', version.id);
  expect(await rows.execute()).toEqual([]);
});
