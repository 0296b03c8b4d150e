import PostalMime from 'postal-mime';
import type { SMTPServerOptions } from 'smtp-server';
import { expect, onTestFinished, test } from 'vitest';
import { createSmtpMailer } from '../../../adapters/mail/smtp-mailer.ts';
import { AUTH, PASSWORD } from '../../../testing/accounts.ts';
import { sharedTestApp } from '../../../testing/shared-test-app.ts';
import { listenForMail } from '../../../../../test-kit/services/mail-server.ts';

/** The outbox makes its second attempt after this time. */
const FIRST_PAUSE_SECONDS = 5;

const setup = await sharedTestApp();

/** Starts a mail server; without `port` on a free one. `received` holds the accepted mails, oldest first. */
async function startMailServer(port = 0) {
  const received: Buffer[] = [];
  const onData: SMTPServerOptions['onData'] = (stream, _session, done) => {
    const chunks: Buffer[] = [];
    stream.on('data', (chunk: Buffer) => void chunks.push(chunk));
    stream.on('end', () => {
      received.push(Buffer.concat(chunks));
      done();
    });
  };
  return { received, ...(await listenForMail({ onData }, port)) };
}

test('while the mail server is down signup still answers, and the mail arrives when it is back', async () => {
  const { port, stop } = await startMailServer();
  await stop();
  setup.context.mailer = createSmtpMailer(`smtp://127.0.0.1:${port}`, 'noreply@vitrin.example');

  const browser = setup.createBrowser();
  const email = 'patient@example.com';
  const signup = await browser.post(`${AUTH}/auth/signup`, {
    username: 'patient',
    email,
    password: PASSWORD,
  });
  expect(signup.json()).toMatchObject({
    status: 401,
    data: { flows: [{}, {}, {}, {}, { is_pending: true }] },
  });
  // The first attempt fails, and no job is due until the pause is over.
  expect(await setup.runJobs()).toBe(1);
  expect(await setup.runJobs()).toBe(0);

  const back = await startMailServer(port);
  onTestFinished(back.stop);
  setup.advance(FIRST_PAUSE_SECONDS);
  expect(await setup.runJobs()).toBe(1);
  expect(back.received).toHaveLength(1);
  const mail = await PostalMime.parse(back.received[0] ?? '');
  expect(mail.to).toMatchObject([{ address: email }]);

  const link = new URL(/https?:\/\/\S+/.exec(mail.text ?? '')?.[0] ?? '');
  const verified = await browser.post(`${AUTH}/auth/email/verify`, { key: link.searchParams.get('key') });
  expect(verified.statusCode).toBe(200);
  setup.advance(3600);
  await setup.runJobs();
  // Once delivered, never again.
  expect(back.received.filter((source) => source.includes('verify-email'))).toHaveLength(1);
});
