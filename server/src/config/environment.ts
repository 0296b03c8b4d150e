import { z } from 'zod';
import { supportedTimeZone } from '@vitrin/shared/rules/time/time-zones.ts';
import {
  bucketOf,
  isBucket,
  optional,
  origin,
  origins,
  share,
  webAddress,
  wholeNumber,
  withDefault,
  workerCount,
} from './environment-values.ts';
import { PAYMENT_MODES } from './payment-modes.ts';

/** More processes than that are a mistake in writing. */
export const MOST_WORKERS = 64;

/** Every variable that the configuration is made of, with its form and its default (specification 9.9). */
export const Environment = z.object({
  HOST: withDefault(z.string(), '127.0.0.1'),
  PORT: withDefault(wholeNumber(0, 65_535), '3000'),
  WORKERS: withDefault(workerCount(MOST_WORKERS), '1'),
  PUBLIC_URL: optional(origin),
  TRUST_PROXY: optional(wholeNumber(0, 10)),
  DATA_DIR: withDefault(z.string(), './data'),
  BACKUP_DIR: optional(
    z
      .string()
      .refine(
        (text) => !isBucket(text) || bucketOf(text).bucket !== '',
        'must be a folder or s3://BUCKET/PREFIX',
      ),
  ),
  OWNER_EMAIL: optional(z.email('must be an email address')),
  OWNER_LANGUAGE: withDefault(z.enum(['en', 'tr'], 'must be en or tr'), 'en'),
  DATABASE_URL: optional(
    z
      .string()
      .refine(
        (text) => /^postgres(ql)?:\/\//.test(text) && URL.canParse(text),
        'must be a postgres:// address',
      ),
  ),
  SECRET_KEY: optional(z.string().min(32, 'must have at least 32 characters')),
  RECEIPT_KEY: optional(z.string().min(32, 'must have at least 32 characters')),
  TIMESTAMP_URL: optional(webAddress),
  WEBHOOK_ALLOW: withDefault(origins, ''),
  SMTP_URL: optional(
    z
      .string()
      .refine(
        (text) => /^smtps?:\/\//.test(text) && URL.canParse(text),
        'must be an smtp:// or smtps:// address',
      ),
  ),
  MAIL_FROM: optional(z.string()),
  S3_REDIRECT: withDefault(z.enum(['on', 'off'], 'must be on or off'), 'off'),
  S3_BUCKET: optional(z.string()),
  S3_ENDPOINT: optional(webAddress),
  S3_REGION: optional(z.string()),
  AWS_ACCESS_KEY_ID: optional(z.string()),
  AWS_SECRET_ACCESS_KEY: optional(z.string()),
  DERIVED_MB: optional(wholeNumber(1, 5_000_000)),
  MAX_UPLOAD_MB: withDefault(wholeNumber(1, 5_000_000), '10240'),
  GOOGLE_CLIENT_ID: optional(z.string()),
  GOOGLE_CLIENT_SECRET: optional(z.string()),
  GOOGLE_ISSUER: withDefault(webAddress, 'https://accounts.google.com'),
  PAYMENTS: optional(
    z.preprocess(
      (text) => (text === 'iyzico,stripe' ? 'stripe,iyzico' : text),
      z.enum(PAYMENT_MODES, 'must be stripe, iyzico, stripe,iyzico, sandbox or off'),
    ),
  ),
  STRIPE_SECRET_KEY: optional(z.string()),
  STRIPE_WEBHOOK_SECRET: optional(z.string()),
  STRIPE_API_BASE: optional(webAddress),
  IYZICO_API_KEY: optional(z.string()),
  IYZICO_SECRET_KEY: optional(z.string()),
  IYZICO_MERCHANT_ID: optional(z.string()),
  IYZICO_API_BASE: optional(webAddress),
  IYZICO_PAYMENT_PAGE: optional(webAddress),
  LEGAL_DIR: optional(z.string()),
  WITHDRAWAL_DAYS: withDefault(wholeNumber(0, 365), '14'),
  COMPANY_TITLE: optional(z.string().max(200)),
  COMPANY_ADDRESS: optional(z.string().max(500)),
  COMPANY_TAX_OFFICE: optional(z.string().max(100)),
  COMPANY_TAX_NUMBER: optional(z.string().regex(/^\d{10,11}$/, 'must have 10 or 11 digits')),
  COMPANY_MERSIS: optional(z.string().regex(/^\d{16}$/, 'must have 16 digits')),
  INVOICES: optional(z.enum(['file', 'parasut'], 'must be file or parasut')),
  PARASUT_COMPANY_ID: optional(z.string()),
  PARASUT_CLIENT_ID: optional(z.string()),
  PARASUT_CLIENT_SECRET: optional(z.string()),
  PARASUT_USERNAME: optional(z.string()),
  PARASUT_PASSWORD: optional(z.string()),
  PARASUT_PRODUCT_ID: optional(z.string()),
  PARASUT_ACCOUNT_ID: optional(z.string()),
  PARASUT_API_BASE: withDefault(webAddress, 'https://api.parasut.com'),
  VAT_PERCENT: withDefault(wholeNumber(0, 100), '20'),
  INVOICES_KEPT_YEARS: withDefault(wholeNumber(0, 30), '10'),
  ACCEPTANCES_KEPT_YEARS: withDefault(wholeNumber(0, 30), '10'),
  CONTACT_EMAIL: optional(z.email('must be an email address')),
  SUPPORT_HOURS_DAYS: withDefault(
    z.string().regex(/^[1-7](-[1-7])?$/, 'must be weekdays such as 1-5, from Monday to Friday'),
    '1-5',
  ),
  SUPPORT_HOURS_FROM: optional(wholeNumber(0, 23)),
  SUPPORT_HOURS_TO: optional(wholeNumber(1, 24)),
  SUPPORT_HOURS_ZONE: withDefault(
    z
      .string()
      .refine((name) => supportedTimeZone(name) !== undefined, 'must be a time zone such as Europe/Istanbul'),
    'UTC',
  ),
  SUPPORT_AROUND_THE_CLOCK: withDefault(z.enum(['1', '0'], 'must be 1 or 0'), '0'),
  METRICS_PORT: optional(wholeNumber(0, 65_535)),
  METRICS_HOST: withDefault(z.string(), '127.0.0.1'),
  METRICS_TOKEN: optional(z.string().min(16, 'must have at least 16 characters')),
  OTEL_EXPORTER_OTLP_ENDPOINT: optional(webAddress),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: optional(webAddress),
  OTEL_SERVICE_NAME: withDefault(z.string(), 'vitrin'),
  OTEL_TRACES_SAMPLER_ARG: withDefault(share, '1'),
  KEEP_LOOKS_MONTHS: withDefault(wholeNumber(1, 120), '24'),
  KEEP_PAYMENTS_YEARS: withDefault(wholeNumber(0, 30), '10'),
  REQUIRE_SECOND_FACTOR: withDefault(z.enum(['off', 'freelancers'], 'must be off or freelancers'), 'off'),
  RATE_LIMITS: withDefault(z.enum(['on', 'off'], 'must be on or off'), 'on'),
  LOG_LEVEL: withDefault(
    z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], 'must be a pino log level'),
    'info',
  ),
});

export type Environment = z.infer<typeof Environment>;
