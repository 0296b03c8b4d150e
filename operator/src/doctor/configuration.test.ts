import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { inspectConfig } from '@vitrin/server/config/config.ts';
import { linesOf } from '../testing/examined.ts';
import { temporaryFolder } from '@vitrin/engine/testing/temporary.ts';
import { checkConfiguration } from './configuration.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = temporaryFolder();
});

async function look(environment: Record<string, string>, machine?: { cores: number; memoryBytes: number }) {
  const inspection = inspectConfig({ DATA_DIR: dataDir, ...environment });
  return checkConfiguration({ inspection, config: inspection.config, ...(machine && { machine }) });
}

const PUBLIC = {
  PUBLIC_URL: 'https://portal.example.com',
  TRUST_PROXY: '1',
  SMTP_URL: 'smtp://mail.example.com',
};

test.each([{}, PUBLIC])('a configuration that works has no finding: %j', async (environment) => {
  expect((await look(environment)).map(({ severity }) => severity)).toEqual(['ok']);
});

test('checking makes neither a folder nor a key', async () => {
  await look({});
  expect(readdirSync(dataDir)).toEqual([]);
});

test('every wrong value is named, not only the first', async () => {
  expect(linesOf(await look({ PORT: 'x', S3_REDIRECT: 'perhaps', CONTACT_EMAIL: 'me' }))).toEqual([
    'error: PORT must be a whole number from 0 to 65535.',
    'error: S3_REDIRECT must be on or off.',
    'error: CONTACT_EMAIL must be an email address.',
  ]);
});

test('a wrong value for the copies of backups is named, too', async () => {
  expect(linesOf(await look({ BACKUP_KEY: 'short', BACKUP_S3_ENDPOINT: 'nowhere' }))).toEqual([
    'error: BACKUP_KEY must have at least 32 characters.',
    'error: BACKUP_S3_ENDPOINT must be an http or https address.',
  ]);
});

test('every contradiction is named', async () => {
  const given = {
    S3_REDIRECT: 'on',
    GOOGLE_CLIENT_ID: 'id',
    PAYMENTS: 'stripe',
    DATABASE_URL: 'postgres://db/x',
  };
  expect(linesOf(await look(given))).toEqual([
    'error: S3_REDIRECT is on, but S3_BUCKET is not set.',
    'error: GOOGLE_CLIENT_SECRET is required with GOOGLE_CLIENT_ID.',
    'error: STRIPE_SECRET_KEY is required when PAYMENTS is stripe.',
    'error: SECRET_KEY is required with DATABASE_URL, the same for every instance.',
  ]);
});

test('a truncated key is an error', async () => {
  writeFileSync(join(dataDir, 'secret.key'), 'abc');
  expect(linesOf(await look({}))[0]).toContain('must hold 64 hexadecimal digits, and does not');
});

test.each([
  [{ SMTP_URI: 'smtp://mail' }, 'warning: SMTP_URI is set, and nothing reads it.'],
  [{ S3_ENDPOINT: 'https://s3.example' }, 'warning: S3_ENDPOINT is set without S3_BUCKET and does nothing.'],
  [{ HOST: '0.0.0.0' }, 'error: HOST 0.0.0.0 lets others in, and PUBLIC_URL is not set'],
  [{ ...PUBLIC, PUBLIC_URL: 'http://portal.example.com' }, 'warning: PUBLIC_URL is plain http'],
  [{ ...PUBLIC, PUBLIC_URL: 'https://203.0.113.9' }, 'note: PUBLIC_URL is a bare IP address.'],
  [{ ...PUBLIC, TRUST_PROXY: '' }, 'warning: PUBLIC_URL is https and TRUST_PROXY is not set'],
  [{ ...PUBLIC, SMTP_URL: '' }, 'error: SMTP_URL is not set'],
  [{ SMTP_URL: 'smtp://mail' }, 'warning: Mails are sent from noreply@localhost'],
  [{ ...PUBLIC, PAYMENTS: 'sandbox' }, 'warning: PAYMENTS is sandbox at a public address'],
  [{ STRIPE_SECRET_KEY: 'a', STRIPE_WEBHOOK_SECRET: 'b', PAYMENTS: 'off' }, "warning: Stripe's keys are set"],
  [{ RATE_LIMITS: 'off' }, 'warning: RATE_LIMITS is off'],
  [{ DATABASE_URL: 'postgres://db/x', SECRET_KEY: 'k'.repeat(32) }, 'note: The database is PostgreSQL'],
  [
    { S3_BUCKET: 'b', S3_ENDPOINT: 'http://s3.example', AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 'b' },
    'warning: S3_ENDPOINT is plain http',
  ],
])('a doubtful setting is reported: %j', async (environment, sentence) => {
  const found = await look(environment);
  expect(linesOf(found)).toEqual([expect.stringContaining(sentence)]);
  expect(found[0]?.advice).toMatch(/\.$/);
});

test('no value of a variable that may be secret is in a finding', async () => {
  const secret = 'Zx9-secret-Zx9';
  const given = Object.fromEntries(
    ['SECRET_KEY', 'SMTP_URL', 'DATABASE_URL', 'STRIPE_SECRET_KEY', 'GOOGLE_CLIENT_SECRET', 'S3_SECRET'].map(
      (name) => [name, secret],
    ),
  );
  expect(JSON.stringify(await look(given))).not.toContain(secret);
});

test.each([
  ['2', 4, 8, []],
  ['4', 4, 8, []],
  ['5', 4, 8, ['note: WORKERS is 5 on a machine of 4 cores']],
  ['4', 4, 1, ['warning: With 4 workers the processes hold more than half']],
  ['1', 1, 0.25, []],
  ['8', 2, 2, ['note: WORKERS is 8 on a machine of 2 cores', 'warning: With 8 workers']],
] as const)('WORKERS=%s on %d cores and %d GB', async (WORKERS, cores, gigabytes, sentences) => {
  const machine = { cores, memoryBytes: gigabytes * 1024 ** 3 };
  const found = await look({ WORKERS }, machine);
  const lines = linesOf(found).filter((line) => !line.startsWith('ok'));
  expect(lines.map((line, at) => line.startsWith(sentences[at] ?? 'nothing'))).toEqual(
    sentences.map(() => true),
  );
});
