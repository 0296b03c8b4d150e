import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { expect, onTestFinished, test } from 'vitest';
import { createOutboxMailer } from './outbox-mailer.ts';
import { createSmtpMailer } from './smtp-mailer.ts';

const mail = {
  to: 'ışıl@example.com',
  subject: 'Hoş geldiniz, Işıl',
  text: 'Doğrulayın: http://localhost:3000/verify-email?key=abc',
  html: '<p>Doğrulayın</p>',
};

test('without SMTP a mail is a readable file in the outbox and its link is in the log', async () => {
  const folder = join(mkdtempSync(join(tmpdir(), 'vitrin-mail-')), 'outbox');
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
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      stream.on('data', (chunk: Buffer) => void received.push(chunk));
      stream.on('end', () => done());
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  onTestFinished(() => server.close());
  const address = server.server.address();
  const port = typeof address === 'object' && address ? address.port : 0;

  await createSmtpMailer(`smtp://127.0.0.1:${port}`, 'Studio Ada <noreply@vitrin.example>').send({
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

test('a mail server that is away makes the job fail, not vanish', async () => {
  const mailer = createSmtpMailer('smtp://127.0.0.1:1', 'noreply@vitrin.example');
  await expect(mailer.send(mail)).rejects.toThrow('ECONNREFUSED');
});
