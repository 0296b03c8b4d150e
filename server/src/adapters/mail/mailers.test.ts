import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import PostalMime from 'postal-mime';
import { expect, onTestFinished, test } from 'vitest';
import { MailRefusedError } from './mailer.ts';
import { createOutboxMailer, MOST_MAILS } from './outbox-mailer.ts';
import { createSmtpMailer } from './smtp-mailer.ts';
import { temporaryFolder } from '@vitrin/engine/testing/temporary.ts';
import { listenForMail } from '../../../../test-kit/services/mail-server.ts';

const mail = {
  to: 'ışıl@example.com',
  subject: 'Hoş geldiniz, Işıl',
  text: 'Doğrulayın: http://localhost:3000/verify-email?key=abc',
  html: '<p>Doğrulayın</p>',
};

test('an outbox holds a limited number of mails, and each further one removes the oldest', async () => {
  const folder = join(temporaryFolder(), 'outbox');
  mkdirSync(folder, { recursive: true });
  const old = Array.from(
    { length: MOST_MAILS },
    (_item, index) => `2020-01-01T00-00-00.${index + 1000}Z.eml`,
  );
  for (const name of old) writeFileSync(join(folder, name), '');
  writeFileSync(join(folder, 'notes.txt'), 'not a mail');
  await createOutboxMailer(folder, 'noreply@localhost', pino({ level: 'silent' }), false).send(mail);
  const names = readdirSync(folder);
  expect(names).toHaveLength(MOST_MAILS + 1);
  expect(names).not.toContain(old[0]);
  expect(names).toEqual(expect.arrayContaining(['notes.txt', old[1], old.at(-1)]));
});

test('without SMTP a mail is a readable file in the outbox and its link is in the log', async () => {
  const folder = join(temporaryFolder(), 'outbox');
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const lines: string[] = [];
  const log = pino({}, { write: (line) => void lines.push(line) });
  await createOutboxMailer(folder, 'noreply@localhost', log, true).send(mail);
  await createOutboxMailer(folder, 'noreply@localhost', log, false).send(mail);

  const names = readdirSync(folder);
  expect(names).toHaveLength(2);
  const parsed = await PostalMime.parse(readFileSync(join(folder, names[0] ?? '')));
  expect(parsed).toMatchObject({
    subject: mail.subject,
    from: { name: 'Vitrin', address: 'noreply@localhost' },
  });
  expect(parsed.headers).toContainEqual(
    expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }),
  );
  expect(parsed.text?.trim()).toBe(mail.text);
  expect(lines[0]).toContain('verify-email?key=abc');
  expect(lines[1]).not.toContain('key=abc');
});

test('with SMTP a mail is delivered to the server', async () => {
  const received: Buffer[] = [];
  const { url, stop } = await listenForMail({
    onData(stream, _session, done) {
      stream.on('data', (chunk: Buffer) => void received.push(chunk));
      stream.on('end', () => done());
    },
  });
  onTestFinished(stop);
  await createSmtpMailer(url, 'Studio Ada <noreply@vitrin.example>').send({
    ...mail,
    to: 'ada@example.com',
  });
  const parsed = await PostalMime.parse(Buffer.concat(received));
  expect(parsed).toMatchObject({
    subject: mail.subject,
    from: { name: 'Studio Ada', address: 'noreply@vitrin.example' },
    to: [{ address: 'ada@example.com' }],
  });
  expect(parsed.headers).toContainEqual(
    expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }),
  );
});

test('while a mail server is away the job fails and is kept', async () => {
  const mailer = createSmtpMailer('smtp://127.0.0.1:1', 'noreply@vitrin.example');
  await expect(mailer.send(mail)).rejects.toThrow('ECONNREFUSED');
});

test.each([
  ['Stüdyo Ada', 'Stüdyo Ada via Vitrin'],
  ['Ada\r\nBcc: eve@evil.example', 'Ada Bcc eve evil.\u2060example via Vitrin'],
  ['"Bank" <bank@evil.example>,', 'Bank bank evil.\u2060example via Vitrin'],
  ['=?utf-8?q?Your=20bank?=', '=\u2060?utf-8?q?Your=20bank?= via Vitrin'],
  ['Ada \u202emoc.live', 'Ada moc.\u2060live via Vitrin'],
  ['A'.repeat(80), `${'A'.repeat(80)} via Vitrin`],
  ['\\"; x', 'x via Vitrin'],
])('a mail in the name of %j comes from our address under a name of one line', async (sender, name) => {
  const folder = join(temporaryFolder(), 'outbox');
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const from of ['noreply@localhost', 'Studio <noreply@localhost>']) {
    await createOutboxMailer(folder, from, pino({ level: 'silent' }), false).send({ ...mail, sender });
    const [file = ''] = readdirSync(folder);
    const parsed = await PostalMime.parse(readFileSync(join(folder, file)));
    rmSync(folder, { recursive: true });
    expect(parsed.from).toEqual({ name, address: 'noreply@localhost' });
    expect([parsed.to?.length, parsed.cc, parsed.bcc]).toEqual([1, undefined, undefined]);
    expect(parsed.headers.map(({ key }) => key)).not.toContain('sender');
  }
});

test('a mail with an unsubscribe link has the headers of RFC 8058, and keeps its id', async () => {
  const folder = join(temporaryFolder(), 'outbox');
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const unsubscribe = 'https://portal.example.com/api/notices/one-click/?key=1.0.key';
  const messageId = '<notice.1.2@portal.example.com>';
  const log = pino({ level: 'silent' });
  await createOutboxMailer(folder, 'noreply@localhost', log, false).send({ ...mail, unsubscribe, messageId });
  const [name = ''] = readdirSync(folder);
  const { headers, messageId: id } = await PostalMime.parse(readFileSync(join(folder, name)));
  const valueOf = (wanted: string) => headers.find(({ key }) => key === wanted)?.value;
  expect(id).toBe(messageId);
  expect(valueOf('list-unsubscribe')).toBe(`<${unsubscribe}>`);
  expect(valueOf('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
});

test.each([
  ['550 a recipient that is not there', 'onRcptTo', 550, true],
  ['450 a recipient for later', 'onRcptTo', 450, false],
  ['554 a mail that is not wanted', 'onData', 554, true],
  ['550 a sender that may not send', 'onMailFrom', 550, false],
] as const)(
  '%s: only what is about this mail and for good is a refusal',
  async (text, when, code, isRefusal) => {
    const failure = Object.assign(new Error(text), { responseCode: code });
    const { url, stop } = await listenForMail({
      onMailFrom: (_address, _session, done) => done(when === 'onMailFrom' ? failure : null),
      onRcptTo: (_address, _session, done) => done(when === 'onRcptTo' ? failure : null),
      onData(stream, _session, done) {
        stream.resume();
        stream.on('end', () => done(when === 'onData' ? failure : null));
      },
    });
    onTestFinished(stop);
    const sent = createSmtpMailer(url, 'noreply@vitrin.example').send({
      ...mail,
      to: 'ada@example.com',
    });
    await expect(sent).rejects.toSatisfy((error) => error instanceof MailRefusedError === isRefusal);
  },
);
