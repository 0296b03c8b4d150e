import { z } from 'zod';
import { copyVariables, optional, webAddress } from './environment-values.ts';

export type BackupAccess = {
  key: string | undefined;
  /** The installation's own access, unless BACKUP_ variables name another. */
  s3:
    | { accessKeyId: string; secretAccessKey: string; endpoint: string | undefined; region: string }
    | undefined;
};

const Environment = z.object({
  ...copyVariables,
  S3_ENDPOINT: optional(webAddress),
  S3_REGION: optional(z.string()),
  AWS_ACCESS_KEY_ID: optional(z.string()),
  AWS_SECRET_ACCESS_KEY: optional(z.string()),
});

/** Reads what backups are opened with, or a sentence that names a wrong value: the server starts in spite of one. */
export function readBackupAccess(
  environment: Record<string, string | undefined>,
): BackupAccess | { problem: string } {
  const parsed = Environment.safeParse(environment);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return { problem: `${String(issue?.path[0])} ${issue?.message ?? ''}.` };
  }
  const env = parsed.data;
  // Keys of one store mean nothing at another, so all come from one place.
  const isOwn = env.BACKUP_ACCESS_KEY_ID !== undefined;
  const accessKeyId = isOwn ? env.BACKUP_ACCESS_KEY_ID : env.AWS_ACCESS_KEY_ID;
  const secretAccessKey = isOwn ? env.BACKUP_SECRET_ACCESS_KEY : env.AWS_SECRET_ACCESS_KEY;
  const endpoint = isOwn ? env.BACKUP_S3_ENDPOINT : env.S3_ENDPOINT;
  const region = (isOwn ? env.BACKUP_S3_REGION : env.S3_REGION) ?? 'us-east-1';
  const isWhole = accessKeyId !== undefined && secretAccessKey !== undefined;
  return {
    key: env.BACKUP_KEY,
    s3: isWhole ? { accessKeyId, secretAccessKey, endpoint, region } : undefined,
  };
}

/** Variables from which readBackupAccess of another process reads this again. */
export function variablesOf({ key, s3 }: BackupAccess): Record<string, string> {
  return {
    BACKUP_KEY: key ?? '',
    BACKUP_ACCESS_KEY_ID: s3?.accessKeyId ?? '',
    BACKUP_SECRET_ACCESS_KEY: s3?.secretAccessKey ?? '',
    BACKUP_S3_ENDPOINT: s3?.endpoint ?? '',
    BACKUP_S3_REGION: s3?.region ?? '',
  };
}
