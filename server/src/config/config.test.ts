import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { ConfigError } from '../errors.ts';
import { temporaryFolder } from '@vitrin/engine/testing/temporary.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = temporaryFolder();
});

const read = (environment: Record<string, string> = {}) => readConfig({ DATA_DIR: dataDir, ...environment });

test('an empty environment gives a configuration that works', () => {
  expect(read()).toMatchObject({
    host: '127.0.0.1',
    port: 3000,
    publicUrl: 'http://localhost:3000',
    mailFrom: 'noreply@localhost',
    contactEmail: 'support@localhost',
    maxUploadBytes: 10_240 * 1024 * 1024,
    payments: 'sandbox',
    requiresFactor: false,
    rateLimits: true,
    s3: undefined,
    google: undefined,
  });
});

test('there is one process, the given number, or one for each core', () => {
  expect(read().workers).toBe(1);
  expect(read({ WORKERS: '3' }).workers).toBe(3);
  expect(read({ WORKERS: 'auto' }).workers).toBe(Math.min(64, availableParallelism()));
});

test('empty values count as missing', () => {
  expect(read({ PORT: '', SMTP_URL: '', S3_BUCKET: '' })).toMatchObject({ port: 3000, smtpUrl: undefined });
});

test('the secret is kept in DATA_DIR', () => {
  const { secretKey } = read();
  expect(read().secretKey).toBe(secretKey);
  expect(readFileSync(join(dataDir, 'secret.key'), 'utf8').trim()).toBe(secretKey);
});

test('support is available around the clock, at some hours, or not mentioned', () => {
  const hours = { SUPPORT_HOURS_FROM: '9', SUPPORT_HOURS_TO: '18', SUPPORT_HOURS_DAYS: '1-4' };
  expect(read().supportHours).toBeUndefined();
  expect(read(hours).supportHours).toMatchObject({ firstDay: 1, lastDay: 4, from: 9, to: 18 });
  expect(read({ ...hours, SUPPORT_AROUND_THE_CLOCK: '1' }).supportHours).toBe('always');
});

const SECRET = 'x'.repeat(32);

test.each([
  [{ PORT: '70000' }, 'PORT must be a whole number from 0 to 65535.'],
  [{ PORT: 'http' }, 'PORT must be a whole number from 0 to 65535.'],
  [{ PUBLIC_URL: 'vitrin.example' }, 'PUBLIC_URL must be an http or https address.'],
  [{ PUBLIC_URL: 'https://vitrin.example/portal' }, 'PUBLIC_URL must be an origin without a path.'],
  [{ TRUST_PROXY: 'yes' }, 'TRUST_PROXY must be a whole number from 0 to 10.'],
  [{ DATABASE_URL: 'mysql://db' }, 'DATABASE_URL must be a postgres:// address.'],
  [
    { DATABASE_URL: 'postgres://db/vitrin' },
    'SECRET_KEY is required with DATABASE_URL, the same for every instance.',
  ],
  [{ SECRET_KEY: 'short' }, 'SECRET_KEY must have at least 32 characters.'],
  [{ SMTP_URL: 'mail.example' }, 'SMTP_URL must be an smtp:// or smtps:// address.'],
  [{ S3_BUCKET: 'b' }, 'AWS_ACCESS_KEY_ID is required with S3_BUCKET.'],
  [{ S3_BUCKET: 'b', AWS_ACCESS_KEY_ID: 'a' }, 'AWS_SECRET_ACCESS_KEY is required with S3_BUCKET.'],
  [{ S3_REDIRECT: 'on' }, 'S3_REDIRECT is on, but S3_BUCKET is not set.'],
  [{ S3_REDIRECT: 'maybe' }, 'S3_REDIRECT must be on or off.'],
  [{ MAX_UPLOAD_MB: '0' }, 'MAX_UPLOAD_MB must be a whole number from 1 to 5000000.'],
  [{ GOOGLE_CLIENT_ID: 'id' }, 'GOOGLE_CLIENT_SECRET is required with GOOGLE_CLIENT_ID.'],
  [{ GOOGLE_CLIENT_SECRET: 's' }, 'GOOGLE_CLIENT_ID is required with GOOGLE_CLIENT_SECRET.'],
  [{ PAYMENTS: 'cash' }, 'PAYMENTS must be stripe, iyzico, stripe,iyzico, sandbox or off.'],
  [{ PAYMENTS: 'stripe' }, 'STRIPE_SECRET_KEY is required when PAYMENTS is stripe.'],
  [{ STRIPE_SECRET_KEY: 'sk' }, 'STRIPE_WEBHOOK_SECRET is required with STRIPE_SECRET_KEY.'],
  [{ CONTACT_EMAIL: 'nobody' }, 'CONTACT_EMAIL must be an email address.'],
  [{ SUPPORT_HOURS_FROM: '9' }, 'SUPPORT_HOURS_FROM and SUPPORT_HOURS_TO are needed together.'],
  [
    { SUPPORT_HOURS_FROM: '18', SUPPORT_HOURS_TO: '9' },
    'SUPPORT_HOURS_FROM must be before SUPPORT_HOURS_TO.',
  ],
  [
    { SUPPORT_HOURS_FROM: '9', SUPPORT_HOURS_TO: '18', SUPPORT_HOURS_DAYS: '5-1' },
    'SUPPORT_HOURS_DAYS must begin before it ends.',
  ],
  [{ SUPPORT_HOURS_ZONE: 'Mars' }, 'SUPPORT_HOURS_ZONE must be a time zone such as Europe/Istanbul.'],
  [{ SUPPORT_AROUND_THE_CLOCK: 'yes' }, 'SUPPORT_AROUND_THE_CLOCK must be 1 or 0.'],
  [{ WORKERS: 'all' }, 'WORKERS must be auto or a whole number from 1 to 64.'],
  [{ WORKERS: '0' }, 'WORKERS must be auto or a whole number from 1 to 64.'],
  [{ METRICS_PORT: 'all' }, 'METRICS_PORT must be a whole number from 0 to 65535.'],
  [{ METRICS_TOKEN: 'short' }, 'METRICS_TOKEN must have at least 16 characters.'],
  [
    { METRICS_PORT: '9464', METRICS_HOST: '0.0.0.0' },
    'METRICS_TOKEN is required when METRICS_HOST is not a loopback address.',
  ],
  [{ RATE_LIMITS: 'no' }, 'RATE_LIMITS must be on or off.'],
  [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be a pino log level.'],
  [{ BACKUP_DIR: 's3:///vitrin' }, 'BACKUP_DIR must be a folder or s3://BUCKET/PREFIX.'],
] as [Record<string, string>, string][])('%j stops the start: %s', (environment, sentence) => {
  expect(() => read(environment)).toThrow(new ConfigError(sentence));
});

test('a DATA_DIR that cannot be made stops the start with an error that names it', () => {
  writeFileSync(join(dataDir, 'file'), '');
  expect(() => readConfig({ DATA_DIR: join(dataDir, 'file', 'below') })).toThrow(
    /^DATA_DIR .*file\/below cannot be used/,
  );
});

test.each([
  [{}, 'sandbox'],
  [{ PUBLIC_URL: 'https://vitrin.example' }, 'off'],
  [{ PUBLIC_URL: 'http://vitrin.example' }, 'off'],
  [{ PUBLIC_URL: 'https://localhost' }, 'off'],
  [{ PUBLIC_URL: 'https://vitrin.example', PAYMENTS: 'sandbox' }, 'sandbox'],
  [{ STRIPE_SECRET_KEY: 'sk', STRIPE_WEBHOOK_SECRET: 'wh' }, 'stripe'],
  [{ PAYMENTS: 'off', STRIPE_SECRET_KEY: 'sk', STRIPE_WEBHOOK_SECRET: 'wh' }, 'off'],
] as [Record<string, string>, string][])('with %j payments are %s', (environment, payments) => {
  expect(read(environment).payments).toBe(payments);
});

test('with DATABASE_URL nothing is written into DATA_DIR', () => {
  const config = readConfig({
    DATA_DIR: join(dataDir, 'none'),
    DATABASE_URL: 'postgres://localhost/vitrin',
    SECRET_KEY: SECRET,
  });
  expect(config).toMatchObject({ databaseUrl: 'postgres://localhost/vitrin', secretKey: SECRET });
  expect(() => statSync(config.dataDir)).toThrow('ENOENT');
});

const STRIPE = { STRIPE_SECRET_KEY: 'sk', STRIPE_WEBHOOK_SECRET: 'whsec' };
const IYZICO = { IYZICO_API_KEY: 'key', IYZICO_SECRET_KEY: 'secret' };

test.each([
  [STRIPE, 'stripe'],
  [IYZICO, 'iyzico'],
  [{ ...STRIPE, ...IYZICO }, 'stripe,iyzico'],
  [{ ...STRIPE, ...IYZICO, PAYMENTS: 'iyzico,stripe' }, 'stripe,iyzico'],
  [{ ...STRIPE, ...IYZICO, PAYMENTS: 'iyzico' }, 'iyzico'],
  [{ PUBLIC_URL: 'https://vitrin.example' }, 'off'],
] as [Record<string, string>, string][])('%j takes payments by %s', (environment, payments) => {
  expect(read(environment).payments).toBe(payments);
});

test.each([
  [undefined, 'https://cpp.iyzipay.com'],
  ['https://sandbox-api.iyzipay.com', 'https://sandbox-cpp.iyzipay.com'],
])('with the API at %s the page of a form is %s', (base, page) => {
  const { iyzico } = read({ ...IYZICO, ...(base && { IYZICO_API_BASE: base }) });
  expect(iyzico?.paymentPage).toBe(page);
});
