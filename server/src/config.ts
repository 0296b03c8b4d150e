import { resolve } from 'node:path';
import { z } from 'zod';
import { ConfigError } from './errors.ts';
import { loadSecretKey } from './secret-key.ts';

const LOOPBACK_NAMES = new Set(['localhost', '127.0.0.1', '[::1]', '::1']);

const blankAsMissing = (value: unknown) => (value === '' ? undefined : value);
const optional = <T extends z.ZodType>(schema: T) => z.preprocess(blankAsMissing, schema.optional());
const withDefault = <T extends z.ZodType>(schema: T, value: z.input<T>) =>
  z.preprocess((given) => blankAsMissing(given) ?? value, schema);

const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, `must be a whole number from ${min} to ${max}`)
    .transform(Number)
    .refine((number) => number >= min && number <= max, `must be a whole number from ${min} to ${max}`);

const webAddress = z
  .string()
  .refine((text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol), {
    error: 'must be an http or https address',
    abort: true,
  });

const origin = webAddress
  .refine((text) => text.replace(/\/$/, '') === new URL(text).origin, 'must be an origin without a path')
  .transform((text) => new URL(text).origin);

const Environment = z.object({
  HOST: withDefault(z.string(), '127.0.0.1'),
  PORT: withDefault(wholeNumber(0, 65_535), '3000'),
  PUBLIC_URL: optional(origin),
  TRUST_PROXY: optional(wholeNumber(0, 10)),
  DATA_DIR: withDefault(z.string(), './data'),
  DATABASE_URL: optional(
    z
      .string()
      .refine(
        (text) => /^postgres(ql)?:\/\//.test(text) && URL.canParse(text),
        'must be a postgres:// address',
      ),
  ),
  SECRET_KEY: optional(z.string().min(32, 'must have at least 32 characters')),
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
  MAX_UPLOAD_MB: withDefault(wholeNumber(1, 5_000_000), '10240'),
  GOOGLE_CLIENT_ID: optional(z.string()),
  GOOGLE_CLIENT_SECRET: optional(z.string()),
  GOOGLE_ISSUER: withDefault(webAddress, 'https://accounts.google.com'),
  PAYMENTS: optional(z.enum(['stripe', 'sandbox', 'off'], 'must be stripe, sandbox or off')),
  STRIPE_SECRET_KEY: optional(z.string()),
  STRIPE_WEBHOOK_SECRET: optional(z.string()),
  STRIPE_API_BASE: optional(webAddress),
  CONTACT_EMAIL: optional(z.email('must be an email address')),
  RATE_LIMITS: withDefault(z.enum(['on', 'off'], 'must be on or off'), 'on'),
  LOG_LEVEL: withDefault(
    z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], 'must be a pino log level'),
    'info',
  ),
});

export type S3Config = {
  bucket: string;
  region: string;
  endpoint: string | undefined;
  accessKeyId: string;
  secretAccessKey: string;
  /** Whole files are downloaded by a redirect to a signed address (specification 6.2). */
  redirect: boolean;
};

export type Config = {
  host: string;
  port: number;
  /**
   * PUBLIC_URL, or http://localhost with PORT when it is not given; with PORT=0, start.ts puts in the port that the
   * system chose.
   */
  publicUrl: string;
  isPublicUrlGiven: boolean;
  trustProxy: number | undefined;
  dataDir: string;
  databaseUrl: string | undefined;
  secretKey: string;
  smtpUrl: string | undefined;
  mailFrom: string;
  s3: S3Config | undefined;
  maxUploadBytes: number;
  google: { clientId: string; clientSecret: string; issuer: string } | undefined;
  payments: 'stripe' | 'sandbox' | 'off';
  stripe: { secretKey: string; webhookSecret: string; apiBase: string | undefined } | undefined;
  contactEmail: string;
  rateLimits: boolean;
  logLevel: string;
};

/**
 * Reads and checks the environment (specification 9.9). Throws ConfigError, with one sentence, for the first wrong or
 * contradictory value. Creates DATA_DIR, and in it a secret key when SECRET_KEY is not given.
 */
export function readConfig(environment: Record<string, string | undefined> = process.env): Config {
  const parsed = Environment.safeParse(environment);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new ConfigError(`${String(issue?.path[0])} ${issue?.message ?? 'is wrong'}.`);
  }
  const env = parsed.data;
  const publicUrl = env.PUBLIC_URL ?? `http://localhost:${env.PORT}`;
  const { hostname, protocol } = new URL(publicUrl);
  const dataDir = resolve(env.DATA_DIR);
  const stripe = stripeConfig(env);
  return {
    host: env.HOST,
    port: env.PORT,
    publicUrl,
    isPublicUrlGiven: env.PUBLIC_URL !== undefined,
    trustProxy: env.TRUST_PROXY,
    dataDir,
    databaseUrl: env.DATABASE_URL,
    secretKey: secretKey(env.SECRET_KEY, env.DATABASE_URL, dataDir),
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM ?? `noreply@${hostname}`,
    s3: s3Config(env),
    maxUploadBytes: env.MAX_UPLOAD_MB * 1024 * 1024,
    google: googleConfig(env),
    payments: paymentsMode(env.PAYMENTS, stripe !== undefined, LOOPBACK_NAMES.has(hostname), protocol),
    stripe,
    contactEmail: env.CONTACT_EMAIL ?? `support@${hostname}`,
    rateLimits: env.RATE_LIMITS === 'on',
    logLevel: env.LOG_LEVEL,
  };
}

/** True for localhost, 127.0.0.1 and [::1]. */
export function isLoopback(publicUrl: string): boolean {
  return LOOPBACK_NAMES.has(new URL(publicUrl).hostname);
}

type Environment = z.infer<typeof Environment>;

function secretKey(given: string | undefined, databaseUrl: string | undefined, dataDir: string): string {
  if (given) return given;
  if (databaseUrl)
    throw new ConfigError('SECRET_KEY is required with DATABASE_URL, the same for every instance.');
  return loadSecretKey(dataDir);
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

function stripeConfig(env: Environment): Config['stripe'] {
  if (!env.STRIPE_SECRET_KEY) {
    if (env.PAYMENTS === 'stripe')
      throw new ConfigError('STRIPE_SECRET_KEY is required when PAYMENTS is stripe.');
    return undefined;
  }
  if (!env.STRIPE_WEBHOOK_SECRET)
    throw new ConfigError('STRIPE_WEBHOOK_SECRET is required with STRIPE_SECRET_KEY.');
  return {
    secretKey: env.STRIPE_SECRET_KEY,
    webhookSecret: env.STRIPE_WEBHOOK_SECRET,
    apiBase: env.STRIPE_API_BASE,
  };
}

/**
 * How payments are taken (specification 7.9): as PAYMENTS says; without it by Stripe where its keys are given, else by
 * the test gateway on plain http at localhost, else not at all.
 */
function paymentsMode(
  given: Config['payments'] | undefined,
  hasStripe: boolean,
  isLocal: boolean,
  protocol: string,
): Config['payments'] {
  if (given) return given;
  if (hasStripe) return 'stripe';
  return isLocal && protocol === 'http:' ? 'sandbox' : 'off';
}
