import type { SMTPServerOptions } from 'smtp-server';
import { expect, onTestFinished, test } from 'vitest';
import { linesOf, recordsOf } from '../../testing/examined.ts';
import { sharedTestApp } from '@vitrin/server/testing/shared-test-app.ts';
import { listenForMail } from '../../../../test-kit/services/mail-server.ts';
import type { Installation } from '../installation.ts';
import { checkMail } from './mail.ts';

const setup = await sharedTestApp();

async function startServer(options: SMTPServerOptions = {}) {
  const received: string[] = [];
  const { port, stop } = await listenForMail({
    onAuth: ({ password }, _session, done) =>
      password === 'right' ? done(null, { user: 'ada' }) : done(new Error('Invalid name or password')),
    onData(stream, _session, done) {
      let text = '';
      stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
      stream.on('end', () => {
        received.push(text);
        done();
      });
    },
    ...options,
  });
  return { received, stop, host: `127.0.0.1:${port}` };
}

const look = (
  smtpUrl: string | undefined,
  { mailFrom = 'noreply@localhost', ...changes }: Partial<Installation> & { mailFrom?: string } = {},
) =>
  checkMail({
    config: { ...setup.config, smtpUrl, mailFrom },
    dns: recordsOf({}),
    dkimSelectors: [],
    sendTestTo: undefined,
    ...changes,
  }).then(linesOf);

test('a mail server that accepts name and password is fine, and gets no message', async () => {
  const { host, received, stop } = await startServer();
  onTestFinished(stop);
  expect((await look(`smtp://ada:right@${host}`))[0]).toBe(
    `ok: The mail server ${host} answers and takes the password.`,
  );
  expect((await look(`smtp://${host}`))[0]).toBe(`ok: The mail server ${host} answers.`);
  expect(received).toEqual([]);
});

test('a wrong password is reported, and is not in the sentence', async () => {
  const { host, stop } = await startServer();
  onTestFinished(stop);
  const lines = await look(`smtp://ada:wrong-word@${host}`);
  expect(lines[0]).toBe(`error: The mail server ${host} refuses the name or the password.`);
  expect(lines.join()).not.toContain('wrong-word');
});

test('a stopped mail server is reported', async () => {
  const { host, stop } = await startServer();
  await stop();
  expect((await look(`smtp://${host}`, { sendTestTo: 'ada@example.com' })).slice(0, 2)).toEqual([
    expect.stringMatching(/^error: The mail server 127\.0\.0\.1:\d+ cannot be used: .*ECONNREFUSED/),
    expect.stringMatching(/^note: Mails come from localhost/),
  ]);
});

test('a test message is sent to the given address only', async () => {
  const { host, received, stop } = await startServer();
  onTestFinished(stop);
  const lines = await look(`smtp://${host}`, { sendTestTo: 'ada@example.com' });
  expect(lines[1]).toBe('ok: The mail server took a test message to ada@example.com.');
  expect(received).toHaveLength(1);
  expect(received[0]).toContain('To: ada@example.com');
});

test('a refused test message is reported', async () => {
  const { host, stop } = await startServer({
    onRcptTo: (_address, _session, done) => done(new Error('No such person here')),
  });
  onTestFinished(stop);
  expect((await look(`smtp://${host}`, { sendTestTo: 'ada@example.com' }))[1]).toMatch(
    /^error: The mail server did not take a test message to ada@example\.com: .*No such person here/,
  );
});

test('without a mail server mails are files, and no test message can be sent', async () => {
  expect(await look(undefined, { sendTestTo: 'ada@example.com' })).toEqual([
    'note: SMTP_URL is not set: mails are files in DATA_DIR/outbox.',
    'error: No test message was sent: there is no mail server.',
  ]);
});

const SPF = ['v=spf1 include:_spf.mail.example -all', 'some-site-verification=1'];
const KEY = `v=DKIM1; k=rsa; p=${'A'.repeat(300)}`;
const GOOD = {
  'portal.example.com': SPF,
  '_dmarc.example.com': ['v=DMARC1; p=reject; rua=mailto:a@example.com'],
  's1._domainkey.portal.example.com': [KEY],
};

async function namesOf(records: Record<string, string[]>, selectors = ['s1']): Promise<string[]> {
  const { host, stop } = await startServer();
  onTestFinished(stop);
  const mailFrom = 'Studio Ada <noreply@portal.example.com>';
  const lines = await look(`smtp://${host}`, {
    mailFrom,
    dns: recordsOf(records),
    dkimSelectors: selectors,
  });
  return lines.slice(1);
}

test('a domain with correct records is fine; the policy of its parent domain counts', async () => {
  expect((await namesOf(GOOD)).map((line) => line.split(' ')[0])).toEqual(['ok:', 'ok:', 'ok:']);
});

test('a domain without records has a warning for each', async () => {
  expect(await namesOf({})).toEqual([
    'warning: portal.example.com does not say who may send its mails (no SPF).',
    'warning: portal.example.com does not say what happens to forged mails (no DMARC).',
    'warning: There is no key for signatures at s1._domainkey.portal.example.com (DKIM).',
  ]);
});

test.each([
  [{ 'portal.example.com': [...SPF, 'v=spf1 -all'] }, 'error: portal.example.com has 2 SPF records'],
  [{ 'portal.example.com': ['v=spf1 +all'] }, 'warning: SPF of portal.example.com lets every machine'],
  [{ '_dmarc.portal.example.com': ['v=DMARC1; p=none'] }, 'note: DMARC of portal.example.com only watches'],
  [{ '_dmarc.portal.example.com': ['v=DMARC1; rua=mailto:a@b.c'] }, 'error: The DMARC record of portal'],
  [{ 's1._domainkey.portal.example.com': ['v=DKIM1; p='] }, 'error: The key for signatures at s1._domainkey'],
])('a wrong record is reported: %j', async (records, sentence) => {
  const lines = await namesOf({ ...GOOD, ...records });
  expect(lines.filter((line) => !line.startsWith('ok'))).toEqual([expect.stringContaining(sentence)]);
});

test('without a selector the finding explains how to name one', async () => {
  expect((await namesOf(GOOD, []))[2]).toMatch(/^note: DKIM was not looked at/);
});

test('a resolver that does not answer is a warning, and the checks go on', async () => {
  const { host, stop } = await startServer();
  onTestFinished(stop);
  const dns = { resolveTxt: () => Promise.reject(new Error('queryTxt ETIMEOUT')) };
  const lines = await look(`smtp://${host}`, { mailFrom: 'a@example.com', dns });
  expect(lines[1]).toBe('warning: DNS did not say anything about SPF of example.com: queryTxt ETIMEOUT.');
});
