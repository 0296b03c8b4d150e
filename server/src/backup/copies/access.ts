import { z } from 'zod';
import type { S3Config } from '../../config.ts';
import { copyVariables, optional, webAddress } from '../../environment-values.ts';
import { ConfigError } from '../../errors.ts';

/** What the copies of backups are opened with. */
export type CopyAccess = {
  key: string | undefined;
  /** Of the store that the copies are in: that of the installation, unless they name another one. */
  s3: Omit<S3Config, 'bucket' | 'redirect'> | undefined;
  /** Parts that are on their way to a bucket wait in nameless files here. */
  folder: string;
};

const Environment = z.object({
  ...copyVariables,
  S3_ENDPOINT: optional(webAddress),
  S3_REGION: optional(z.string()),
  AWS_ACCESS_KEY_ID: optional(z.string()),
  AWS_SECRET_ACCESS_KEY: optional(z.string()),
});

/** Reads what copies are opened with. Throws ConfigError, with one sentence, for a wrong value. */
export function readCopyAccess(environment: Record<string, string | undefined>, folder: string): CopyAccess {
  const parsed = Environment.safeParse(environment);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new ConfigError(`${String(issue?.path[0])} ${issue?.message ?? ''}.`);
  }
  const env = parsed.data;
  // Keys of one store mean nothing at another, so they are taken from one place together.
  const isOwn = env.BACKUP_ACCESS_KEY_ID !== undefined;
  const accessKeyId = isOwn ? env.BACKUP_ACCESS_KEY_ID : env.AWS_ACCESS_KEY_ID;
  const secretAccessKey = isOwn ? env.BACKUP_SECRET_ACCESS_KEY : env.AWS_SECRET_ACCESS_KEY;
  const endpoint = isOwn ? env.BACKUP_S3_ENDPOINT : env.S3_ENDPOINT;
  const region = (isOwn ? env.BACKUP_S3_REGION : env.S3_REGION) ?? 'us-east-1';
  const isWhole = accessKeyId !== undefined && secretAccessKey !== undefined;
  return {
    key: env.BACKUP_KEY,
    s3: isWhole ? { accessKeyId, secretAccessKey, endpoint, region } : undefined,
    folder,
  };
}
