import { createHmac } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { z } from 'zod';
import type { S3Config } from '@vitrin/engine/storage/s3-config.ts';
import type { SupportHours } from '@vitrin/shared/rules/time/support-hours.ts';
import { type BackupAccess, readBackupAccess } from './backup-access.ts';
import { Environment, MOST_WORKERS } from './environment.ts';
import { copyVariables, isBucket } from './environment-values.ts';
import { ConfigError } from '../errors.ts';
import { invoicesConfig } from './invoices-config.ts';
import {
  iyzicoConfig,
  type IyzicoConfig,
  paymentsMode,
  stripeConfig,
  type StripeConfig,
} from './payment-config.ts';
import type { PaymentMode } from './payment-modes.ts';
import { keptReceiptKey, keptSecretKey, loadReceiptKey, loadSecretKey } from './secret-key.ts';

export const LOOPBACK_NAMES = new Set(['localhost', '127.0.0.1', '[::1]', '::1']);

type Company = {
  title: string;
  address: string | undefined;
  taxOffice: string | undefined;
  taxNumber: string | undefined;
  mersis: string | undefined;
};

export type Config = {
  host: string;
  port: number;
  workers: number;
  /** PUBLIC_URL, else http://localhost with PORT; for PORT=0, start.ts puts in the port that the system chose. */
  publicUrl: string;
  isPublicUrlGiven: boolean;
  trustProxy: number | undefined;
  dataDir: string;
  /** Where backups are kept, a folder or s3://BUCKET/PREFIX; undefined when the owner has said nothing of it. */
  backupDir: string | undefined;
  /** Access to the backups; wrong values of variables for backups alone do not stop the server. */
  backupAccess: BackupAccess | { problem: string };
  ownerEmail: string | undefined;
  ownerLanguage: 'en' | 'tr';
  databaseUrl: string | undefined;
  secretKey: string;
  /** Private Ed25519 key, as 64 hexadecimal digits. */
  receiptKey: string;
  /** Address of an authority that stamps ledgers (RFC 3161); undefined for none. */
  timestampUrl: string | undefined;
  /** Origins that endpoints may have although they are private, or without TLS (specification 9.20). */
  webhookAllow: string[];
  smtpUrl: string | undefined;
  mailFrom: string;
  /** `redirect`: whole files are downloaded by a redirect to a signed address (specification 6.2). */
  s3: S3Config | undefined;
  maxUploadBytes: number;
  /** Most bytes of pictures and previews made of a freelancer's files; undefined: by the plan (specification 6.15). */
  derivedBytes: number | undefined;
  google: { clientId: string; clientSecret: string; issuer: string } | undefined;
  payments: PaymentMode;
  stripe: StripeConfig | undefined;
  iyzico: IyzicoConfig | undefined;
  contactEmail: string;
  /** Hours of support, by which the promises of plans are counted (specification 7.15); undefined promises nothing. */
  supportHours: SupportHours;
  /** Folder of the operator's texts that a buyer has to accept (specification 7.13). */
  legalDir: string | undefined;
  /** Days after a first payment within which its purchase can be withdrawn from, where LEGAL_DIR is given; 0: never. */
  withdrawalDays: number;
  company: Company | undefined;
  /** Invoices for payments (specification 7.17); undefined for none. */
  invoices: ReturnType<typeof invoicesConfig>;
  /** Single looks, visits and plays are kept for this many months (specification 6.10). */
  keepLooksMonths: number;
  /** Full years that payment records are kept by law after their payer's account was deleted. */
  keepPaymentYears: number;
  keepAcceptancesYears: number;
  /** Full years to keep invoices of deleted accounts, also of a time when there were some. */
  keepInvoicesYears: number;
  /** Metrics are served on a port of their own, else behind the token, else not at all (specification 12.7). */
  metrics: { port: number | undefined; host: string; token: string | undefined };
  /** Traces go to `address` (specification 12.15), without one none are made; `ratio` is from 0 to 1. */
  tracing: { address: string | undefined; serviceName: string; ratio: number };
  /** Freelancers without an authenticator app get nothing until they have set one up (specification 3.20). */
  requiresFactor: boolean;
  rateLimits: boolean;
  logLevel: string;
};

/** Reads the environment (specification 9.9); ConfigError for the first wrong value. Creates DATA_DIR and a missing secret key. */
export function readConfig(environment: Record<string, string | undefined> = process.env): Config {
  const env = parse(environment);
  return assemble(env, keysOf(env, loadSecretKey, loadReceiptKey), readBackupAccess(environment));
}

export type Locations = Pick<Config, 'dataDir' | 'databaseUrl' | 's3'>;

/** Reads where an installation lies; unlike readConfig it makes no folder and no secret key. */
export function readLocations(environment: Record<string, string | undefined> = process.env): Locations {
  const env = parse(environment);
  return { dataDir: resolve(env.DATA_DIR), databaseUrl: env.DATABASE_URL, s3: s3Config(env) };
}

/** The variables that other programs of this machine find, such as those of PostgreSQL, get from this process. */
export function inheritedEnvironment(): Record<string, string | undefined> {
  return process.env;
}

function parse(environment: Record<string, string | undefined>): Environment {
  const parsed = Environment.safeParse(environment);
  if (!parsed.success) throw new ConfigError(sentencesOf(parsed.error)[0]);
  return parsed.data;
}

/** The configuration as it was found: undefined where a sentence in `problems` says why it cannot work. */
export type Inspection = {
  config: Config | undefined;
  problems: string[];
  /** Wrong values of variables for copies of backups alone: the server starts in spite of them. */
  copyProblems: string[];
  given: string[];
};

export const VARIABLES: readonly string[] = Object.keys(Environment.shape);

/** Like readConfig, but finds all wrong and contradictory values and makes neither a folder nor a key. */
export function inspectConfig(environment: Record<string, string | undefined> = process.env): Inspection {
  const given = Object.keys(environment).filter((name) => environment[name]);
  const parsed = Environment.safeParse(environment);
  const copies = z.object(copyVariables).safeParse(environment);
  const copyProblems = copies.success ? [] : sentencesOf(copies.error);
  if (!parsed.success) return { config: undefined, problems: sentencesOf(parsed.error), copyProblems, given };
  const env = parsed.data;
  const keptKeys = () =>
    keysOf(
      env,
      (dataDir) => keptSecretKey(dataDir) ?? '',
      (dataDir) => keptReceiptKey(dataDir) ?? '',
    );
  const problems = [
    supportHours,
    s3Config,
    googleConfig,
    stripeConfig,
    iyzicoConfig,
    metricsConfig,
    keptKeys,
  ].flatMap((read) => {
    try {
      read(env);
      return [];
    } catch (error) {
      if (error instanceof ConfigError) return [error.message];
      throw error;
    }
  });
  return {
    config: problems.length === 0 ? assemble(env, keptKeys(), readBackupAccess(environment)) : undefined,
    problems,
    copyProblems,
    given,
  };
}

function sentencesOf({ issues }: z.ZodError): string[] {
  return issues.map(({ path, message }) => `${String(path[0])} ${message}.`);
}

function supportHours(env: Environment): SupportHours {
  if (env.SUPPORT_AROUND_THE_CLOCK === '1') return 'always';
  const { SUPPORT_HOURS_FROM: from, SUPPORT_HOURS_TO: to } = env;
  if (from === undefined && to === undefined) return undefined;
  if (from === undefined || to === undefined)
    throw new ConfigError('SUPPORT_HOURS_FROM and SUPPORT_HOURS_TO are needed together.');
  if (from >= to) throw new ConfigError('SUPPORT_HOURS_FROM must be before SUPPORT_HOURS_TO.');
  const [first = 1, last = first] = env.SUPPORT_HOURS_DAYS.split('-').map(Number);
  if (first > last) throw new ConfigError('SUPPORT_HOURS_DAYS must begin before it ends.');
  return { firstDay: first, lastDay: last, from, to, zone: env.SUPPORT_HOURS_ZONE };
}

function companyOf(env: Environment): Company | undefined {
  const { COMPANY_TITLE: title, COMPANY_ADDRESS: address, COMPANY_MERSIS: mersis } = env;
  if (!title) return undefined;
  return { title, address, taxOffice: env.COMPANY_TAX_OFFICE, taxNumber: env.COMPANY_TAX_NUMBER, mersis };
}

function assemble(env: Environment, keys: Keys, backupAccess: Config['backupAccess']): Config {
  const publicUrl = env.PUBLIC_URL ?? `http://localhost:${env.PORT}`;
  const { hostname, protocol } = new URL(publicUrl);
  const stripe = stripeConfig(env);
  const iyzico = iyzicoConfig(env);
  return {
    host: env.HOST,
    port: env.PORT,
    workers: env.WORKERS === 'auto' ? Math.min(availableParallelism(), MOST_WORKERS) : env.WORKERS,
    publicUrl,
    isPublicUrlGiven: env.PUBLIC_URL !== undefined,
    trustProxy: env.TRUST_PROXY,
    dataDir: resolve(env.DATA_DIR),
    backupDir: env.BACKUP_DIR && (isBucket(env.BACKUP_DIR) ? env.BACKUP_DIR : resolve(env.BACKUP_DIR)),
    backupAccess,
    ownerEmail: env.OWNER_EMAIL,
    ownerLanguage: env.OWNER_LANGUAGE,
    databaseUrl: env.DATABASE_URL,
    ...keys,
    timestampUrl: env.TIMESTAMP_URL,
    webhookAllow: env.WEBHOOK_ALLOW,
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM ?? `noreply@${hostname}`,
    s3: s3Config(env),
    derivedBytes: env.DERIVED_MB && env.DERIVED_MB * 1024 * 1024,
    maxUploadBytes: env.MAX_UPLOAD_MB * 1024 * 1024,
    google: googleConfig(env),
    payments: paymentsMode(env.PAYMENTS, { stripe, iyzico }, LOOPBACK_NAMES.has(hostname), protocol),
    stripe,
    iyzico,
    contactEmail: env.CONTACT_EMAIL ?? `support@${hostname}`,
    supportHours: supportHours(env),
    legalDir: env.LEGAL_DIR && resolve(env.LEGAL_DIR),
    withdrawalDays: env.WITHDRAWAL_DAYS,
    company: companyOf(env),
    invoices: invoicesConfig(env),
    keepLooksMonths: env.KEEP_LOOKS_MONTHS,
    keepPaymentYears: env.KEEP_PAYMENTS_YEARS,
    keepAcceptancesYears: env.ACCEPTANCES_KEPT_YEARS,
    keepInvoicesYears: env.INVOICES_KEPT_YEARS,
    metrics: metricsConfig(env),
    tracing: {
      address: tracesAddress(env),
      serviceName: env.OTEL_SERVICE_NAME,
      ratio: env.OTEL_TRACES_SAMPLER_ARG,
    },
    requiresFactor: env.REQUIRE_SECOND_FACTOR === 'freelancers',
    rateLimits: env.RATE_LIMITS === 'on',
    logLevel: env.LOG_LEVEL,
  };
}

export function isLoopback(publicUrl: string): boolean {
  return LOOPBACK_NAMES.has(new URL(publicUrl).hostname);
}

type Keys = Pick<Config, 'secretKey' | 'receiptKey'>;

function keysOf(
  env: Environment,
  secretOf: (dataDir: string) => string,
  receiptKeyOf: (dataDir: string) => string,
): Keys {
  const dataDir = resolve(env.DATA_DIR);
  if (env.DATABASE_URL && !env.SECRET_KEY)
    throw new ConfigError('SECRET_KEY is required with DATABASE_URL, the same for every instance.');
  const secretKey = env.SECRET_KEY ?? secretOf(dataDir);
  // With DATABASE_URL there may be several instances, which share no folder.
  const given = env.RECEIPT_KEY ?? (env.DATABASE_URL ? env.SECRET_KEY : undefined);
  return { secretKey, receiptKey: given === undefined ? receiptKeyOf(dataDir) : digestOf(given) };
}

function digestOf(key: string): string {
  return createHmac('sha256', key).update('key of receipts').digest('hex');
}

function s3Config(env: Environment): S3Config | undefined {
  if (!env.S3_BUCKET) {
    if (env.S3_REDIRECT === 'on') throw new ConfigError('S3_REDIRECT is on, but S3_BUCKET is not set.');
    return undefined;
  }
  if (!env.AWS_ACCESS_KEY_ID) throw new ConfigError('AWS_ACCESS_KEY_ID is required with S3_BUCKET.');
  if (!env.AWS_SECRET_ACCESS_KEY) throw new ConfigError('AWS_SECRET_ACCESS_KEY is required with S3_BUCKET.');
  return {
    bucket: env.S3_BUCKET,
    region: env.S3_REGION ?? 'us-east-1',
    endpoint: env.S3_ENDPOINT,
    accessKeyId: env.AWS_ACCESS_KEY_ID,
    secretAccessKey: env.AWS_SECRET_ACCESS_KEY,
    redirect: env.S3_REDIRECT === 'on',
  };
}

function metricsConfig(env: Environment): Config['metrics'] {
  const { METRICS_PORT: port, METRICS_HOST: host, METRICS_TOKEN: token } = env;
  if (port !== undefined && token === undefined && !LOOPBACK_NAMES.has(host))
    throw new ConfigError('METRICS_TOKEN is required when METRICS_HOST is not a loopback address.');
  return { port, host, token };
}

function tracesAddress(env: Environment): string | undefined {
  if (env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT) return env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT;
  return env.OTEL_EXPORTER_OTLP_ENDPOINT && `${env.OTEL_EXPORTER_OTLP_ENDPOINT.replace(/\/$/, '')}/v1/traces`;
}

function googleConfig(env: Environment): Config['google'] {
  if (!env.GOOGLE_CLIENT_ID && !env.GOOGLE_CLIENT_SECRET) return undefined;
  if (!env.GOOGLE_CLIENT_ID) throw new ConfigError('GOOGLE_CLIENT_ID is required with GOOGLE_CLIENT_SECRET.');
  if (!env.GOOGLE_CLIENT_SECRET)
    throw new ConfigError('GOOGLE_CLIENT_SECRET is required with GOOGLE_CLIENT_ID.');
  return {
    clientId: env.GOOGLE_CLIENT_ID,
    clientSecret: env.GOOGLE_CLIENT_SECRET,
    issuer: env.GOOGLE_ISSUER,
  };
}
