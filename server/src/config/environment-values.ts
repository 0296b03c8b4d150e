import { z } from 'zod';

const blankAsMissing = (value: unknown) => (value === '' ? undefined : value);
/** A variable that may be missing; an empty one counts as missing. */
export const optional = <T extends z.ZodType>(schema: T) => z.preprocess(blankAsMissing, schema.optional());
export const withDefault = <T extends z.ZodType>(schema: T, value: z.input<T>) =>
  z.preprocess((given) => blankAsMissing(given) ?? value, schema);

export const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, `must be a whole number from ${min} to ${max}`)
    .transform(Number)
    .refine((number) => number >= min && number <= max, `must be a whole number from ${min} to ${max}`);

/** A part of a whole, from 0 to 1. */
export const share = z
  .string()
  .regex(/^(?:0|1|0?\.\d{1,9}|1\.0{1,9})$/, 'must be a number from 0 to 1')
  .transform(Number);

export const workerCount = (max: number) =>
  z
    .string()
    .refine(
      (text) => text === 'auto' || (/^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= max),
      `must be auto or a whole number from 1 to ${max}`,
    )
    .transform((text) => (text === 'auto' ? text : Number(text)));

export const webAddress = z
  .string()
  .refine((text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol), {
    error: 'must be an http or https address',
    abort: true,
  });

/** The origin of a web address, without a slash at its end. */
export const origin = webAddress
  .refine((text) => text.replace(/\/$/, '') === new URL(text).origin, 'must be an origin without a path')
  .transform((text) => new URL(text).origin);

/** Origins of web addresses, with commas between; none for an empty text. */
export const origins = z
  .string()
  .transform((text) => text.split(',').flatMap((each) => each.trim() || []))
  .pipe(z.array(origin));

/** Variables that only copies of backups use, see readCopyAccess. */
export const copyVariables = {
  BACKUP_KEY: optional(z.string().min(32, 'must have at least 32 characters')),
  BACKUP_S3_ENDPOINT: optional(webAddress),
  BACKUP_S3_REGION: optional(z.string()),
  BACKUP_ACCESS_KEY_ID: optional(z.string()),
  BACKUP_SECRET_ACCESS_KEY: optional(z.string()),
};

const BUCKET = 's3://';

export function isBucket(given: string): boolean {
  return given.startsWith(BUCKET);
}

export function bucketOf(given: string): { bucket: string; prefix: string } {
  const [bucket = '', ...rest] = given.slice(BUCKET.length).split('/');
  return { bucket, prefix: rest.filter((part) => part !== '').join('/') };
}
