import { describe, expect, onTestFinished, test } from 'vitest';
import { MailRefusedError } from '../../adapters/mail/mailer.ts';
import { timestampOf } from '../../context.ts';
import type { Delivery, Person } from '../../testing/factories.ts';
import { uploadTo } from '../../testing/forms.ts';
import { lookSteps } from '../../testing/notices/look-steps.ts';
import { QUIET_SECONDS } from '../../testing/notices/notice-steps.ts';
import { sharedTestApp } from '../../testing/shared-test-app.ts';

const setup = await sharedTestApp({ RATE_LIMITS: 'off' });
const { written, mailsTo, look } = lookSteps(setup);

type Scene = Delivery & { file: { id: number } };

describe('the freelancer notifies the client of a version', () => {
  const noticesOf = async ({ browser }: Person, { id }: { id: number }) =>
    (await browser.get(`/api/versions/${id}/notices/`)).json<object>();
  const notify = ({ browser }: Person, { id }: { id: number }) =>
    browser.post(`/api/versions/${id}/tell/`, {});
  const remind = ({ browser }: Person, { id }: { id: number }) =>
    browser.post(`/api/versions/${id}/reminder/`, {});

  test('now instead of in five minutes, and never a second time', async () => {
    const { owner, customer, version } = await setup.createDelivery();
    await setup.addAddress(customer);
    expect(await noticesOf(owner, version)).toMatchObject({ reached: true, ready: null, can_tell: false });
    expect((await notify(owner, version)).statusCode).toBe(409);
    await uploadTo(owner.browser, version.id, Buffer.from('work'), 'a.txt');
    expect(await noticesOf(owner, version)).toMatchObject({
      client: customer.username,
      opened: false,
      ready: { state: 'waiting' },
      can_tell: true,
    });
    const answer = await notify(owner, version);
    expect([answer.statusCode, answer.json()]).toMatchObject([200, { ready: { state: 'waiting' } }]);
    expect(await mailsTo(customer)).toHaveLength(1);
    const at = timestampOf(setup.context);
    expect(await noticesOf(owner, version)).toMatchObject({ ready: { state: 'sent', at }, can_tell: false });
    expect((await notify(owner, version)).statusCode).toBe(409);
    await uploadTo(owner.browser, version.id, Buffer.from('work'), 'b.txt');
    setup.advance(QUIET_SECONDS);
    expect(await mailsTo(customer)).toHaveLength(1);
  });

  test('to a user who became the client, or got an address, after the files were uploaded', async () => {
    const { owner, customer, version } = await setup.createDelivery();
    await uploadTo(owner.browser, version.id, Buffer.from('work'), 'a.txt');
    setup.advance(QUIET_SECONDS);
    expect(await mailsTo(customer)).toEqual([]);
    expect(await noticesOf(owner, version)).toMatchObject({ reached: false, can_tell: false });
    expect((await notify(owner, version)).statusCode).toBe(409);
    await setup.addAddress(customer);
    expect((await notify(owner, version)).statusCode).toBe(200);
    expect(await mailsTo(customer)).toHaveLength(1);
  });

  test('not to an unverified address', async () => {
    const { owner, customer, version } = await setup.createDelivery();
    await setup.addAddress(customer, { verified: false });
    await uploadTo(owner.browser, version.id, Buffer.from('work'), 'a.txt');
    expect(await noticesOf(owner, version)).toMatchObject({
      reached: false,
      can_tell: false,
      can_remind: false,
    });
    expect((await notify(owner, version)).statusCode).toBe(409);
    expect((await remind(owner, version)).statusCode).toBe(409);
    setup.advance(QUIET_SECONDS);
    expect(await mailsTo(customer)).toEqual([]);
  });

  test('not when the client switched such mails off, who still gets reminders', async () => {
    const { owner, customer, version } = await setup.createDelivery();
    await setup.addAddress(customer);
    await uploadTo(owner.browser, version.id, Buffer.from('work'), 'a.txt');
    await customer.browser.patch('/api/notices/choices/', { notice: 'version_ready', wanted: false });
    expect(await noticesOf(owner, version)).toMatchObject({
      reached: false,
      can_tell: false,
      can_remind: true,
    });
    expect((await notify(owner, version)).statusCode).toBe(409);
  });

  test('at once to each person of the client', async () => {
    const { owner, customer, version } = await setup.createDelivery();
    const readers = [customer, await setup.createClientPerson(customer)];
    for (const reader of readers) await setup.addAddress(reader);
    await uploadTo(owner.browser, version.id, Buffer.from('work'), 'a.txt');
    expect((await notify(owner, version)).statusCode).toBe(200);
    for (const reader of readers) expect(await mailsTo(reader)).toHaveLength(1);
  });

  test('once for two simultaneous requests', async () => {
    const { owner, customer, version } = await setup.createDelivery();
    await setup.addAddress(customer);
    await uploadTo(owner.browser, version.id, Buffer.from('work'), 'a.txt');
    await Promise.all([notify(owner, version), notify(owner, version)]);
    await Promise.all([setup.runJobs(), setup.runJobs()]);
    expect(await mailsTo(customer)).toHaveLength(1);
  });

  test('by a reminder that is previewed, once, and not after the version was opened', async () => {
    const { owner, customer, version } = await setup.createDelivery();
    const email = await setup.addAddress(customer);
    await setup.db.updateTable('users').set({ language: 'tr' }).where('id', '=', customer.id).execute();
    await uploadTo(owner.browser, version.id, Buffer.from('work'), 'a.txt');
    setup.advance(QUIET_SECONDS);
    await written();
    const preview = (await owner.browser.get(`/api/versions/${version.id}/reminder/`)).json<{
      subject: string;
      text: string;
    }>();
    expect(preview.text).not.toContain('unsubscribe');
    expect(preview.text).not.toContain(email);
    expect((await remind(owner, version)).statusCode).toBe(200);
    const mail = (await mailsTo(customer)).at(-1);
    expect(mail?.subject).toBe(preview.subject);
    expect(mail?.text.startsWith(preview.text.trimEnd())).toBe(true);
    expect((await remind(owner, version)).statusCode).toBe(409);
    expect(await mailsTo(customer)).toHaveLength(2);

    const next = await setup.createVersion({ project: { id: version.project_id }, version_number: '2.0' });
    await uploadTo(owner.browser, next.id, Buffer.from('work'), 'a.txt');
    await look(customer, next);
    await written();
    expect(await noticesOf(owner, next)).toMatchObject({ opened: true, can_remind: false });
    expect((await remind(owner, next)).statusCode).toBe(409);
  });

  test.each<[string, (scene: Scene) => Promise<unknown>]>([
    [
      'was taken off the project',
      ({ owner, project }) => owner.browser.patch(`/api/projects/${project.id}/`, { customer_id: null }),
    ],
    ['opened it meanwhile', ({ customer, version }) => look(customer, version)],
    ['finds nothing in it', ({ owner, file }) => owner.browser.delete(`/api/files/${file.id}/`)],
    [
      'sees it no more',
      ({ owner, version }) => owner.browser.patch(`/api/versions/${version.id}/`, { ready_at: null }),
    ],
    [
      'sees it later only',
      ({ owner, version }) => {
        const ready_at = new Date(setup.context.now().getTime() + 48 * 3_600_000).toISOString();
        return owner.browser.patch(`/api/versions/${version.id}/`, { ready_at });
      },
    ],
  ])('not by a reminder that waits for the mail server, who %s', async (_what, change) => {
    const delivery = await setup.createDelivery();
    const { owner, customer, version } = delivery;
    await setup.addAddress(customer);
    const file = await uploadTo(owner.browser, version.id, Buffer.from('work'), 'a.txt');
    setup.advance(QUIET_SECONDS);
    await written();
    const { mailer } = setup.context;
    onTestFinished(() => void (setup.context.mailer = mailer));
    setup.context.mailer = { send: () => Promise.reject(new Error('The mail server is down')) };
    expect((await remind(owner, version)).statusCode).toBe(200);
    await written();
    await change({ ...delivery, file });
    await written();
    setup.context.mailer = mailer;
    setup.advance(24 * 3600);
    await written();
    // Nor later, when a reader who had lost access regains it.
    setup.advance(48 * 3600);
    const subjects = (await mailsTo(customer)).map(({ subject }) => subject);
    expect(subjects).toEqual([expect.stringContaining('is ready')]);
  });

  test('shows a refusal, without the address, at the version and at the customer, and sends again', async () => {
    const { owner, customer, version } = await setup.createDelivery();
    const email = await setup.addAddress(customer);
    const { mailer } = setup.context;
    onTestFinished(() => void (setup.context.mailer = mailer));
    const refusal = `550 5.1.1 <${email}>: no such user`;
    setup.context.mailer = { send: () => Promise.reject(new MailRefusedError(refusal)) };
    await uploadTo(owner.browser, version.id, Buffer.from('work'), 'a.txt');
    setup.advance(QUIET_SECONDS);
    await written();
    const words = '550 5.1.1 no such user';
    const customerNow = async () =>
      (await owner.browser.get('/api/users/'))
        .json<{ results: { id: number; refused: object | null }[] }>()
        .results.find(({ id }) => id === customer.id);
    expect(await noticesOf(owner, version)).toMatchObject({
      ready: { state: 'refused', refusal: words },
      can_tell: true,
    });
    expect(await customerNow()).toMatchObject({ refused: { refusal: words } });
    setup.context.mailer = mailer;
    setup.advance(60);
    expect((await notify(owner, version)).statusCode).toBe(200);
    expect(await mailsTo(customer)).toHaveLength(1);
    expect(await customerNow()).toMatchObject({ refused: null });
  });

  test('shows the mail of the first account that gets such mails', async () => {
    const { owner, customer, version } = await setup.createDelivery();
    const email = await setup.addAddress(customer);
    await setup.addAddress(await setup.createClientPerson(customer));
    const { mailer } = setup.context;
    onTestFinished(() => void (setup.context.mailer = mailer));
    setup.context.mailer = {
      send: async (mail, signal) => {
        if (mail.to === email) throw new MailRefusedError('550 no such user');
        await mailer.send(mail, signal);
      },
    };
    await uploadTo(owner.browser, version.id, Buffer.from('work'), 'a.txt');
    setup.advance(QUIET_SECONDS);
    await written();
    expect(await noticesOf(owner, version)).toMatchObject({ ready: { state: 'refused' } });
    await customer.browser.patch('/api/notices/choices/', { notice: 'version_ready', wanted: false });
    expect(await noticesOf(owner, version)).toMatchObject({ ready: { state: 'sent' } });
  });

  test('reminds again once a mail server has refused a reminder', async () => {
    const { owner, customer, version } = await setup.createDelivery();
    await setup.addAddress(customer);
    await uploadTo(owner.browser, version.id, Buffer.from('work'), 'a.txt');
    setup.advance(QUIET_SECONDS);
    await written();
    const { mailer } = setup.context;
    onTestFinished(() => void (setup.context.mailer = mailer));
    setup.context.mailer = { send: () => Promise.reject(new MailRefusedError('552 mailbox full')) };
    expect((await remind(owner, version)).statusCode).toBe(200);
    await written();
    expect(await noticesOf(owner, version)).toMatchObject({
      reminder: { state: 'refused' },
      can_remind: true,
    });
    setup.context.mailer = mailer;
    expect((await remind(owner, version)).statusCode).toBe(200);
    expect(await mailsTo(customer)).toHaveLength(2);
  });

  test("gets a message in the client's language, with the registration link for a client who never registered", async () => {
    const { owner, customer, version, project } = await setup.createDelivery();
    const message = async () =>
      (await owner.browser.get(`/api/versions/${version.id}/message/`)).json<{ text: string }>().text;
    expect(await message()).toMatch(/\/customer-register\?token=\S+\n/);
    for (const registered of [{ verifications: 1 }, { verifications: 0, password_hash: 'x' }]) {
      await setup.db
        .updateTable('users')
        .set({ ...registered, language: 'tr' })
        .where('id', '=', customer.id)
        .execute();
      expect(await message()).toMatch(new RegExp(`^Merhaba .*/projects/${project.id}\\n`, 's'));
    }
    await owner.browser.patch(`/api/projects/${project.id}/`, { customer_id: null });
    for (const what of ['message', 'reminder'])
      expect((await owner.browser.get(`/api/versions/${version.id}/${what}/`)).statusCode).toBe(409);
    expect(await noticesOf(owner, version)).toMatchObject({
      client: null,
      can_tell: false,
      can_remind: false,
    });
  });
});
