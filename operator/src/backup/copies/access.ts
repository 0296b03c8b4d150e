import { join } from 'node:path';
import { type BackupAccess, readBackupAccess } from '@vitrin/server/config/backup-access.ts';
import type { Config } from '@vitrin/server/config/config.ts';
import { ConfigError } from '@vitrin/server/errors.ts';

/** Keys and S3 access for reading and writing backups. */
export type CopyAccess = BackupAccess & {
  /** Parts that are on their way to a bucket wait in nameless files here. */
  folder: string;
};

/** Reads what backups are opened with. Throws ConfigError, with one sentence, for a wrong value. */
export function readCopyAccess(environment: Record<string, string | undefined>, folder: string): CopyAccess {
  return { ...orThrow(readBackupAccess(environment)), folder };
}

/** Returns the server's access to its backups. Throws ConfigError with one sentence for a wrong value. */
export function copyAccessOf({
  backupAccess,
  dataDir,
}: Pick<Config, 'backupAccess' | 'dataDir'>): CopyAccess {
  return { ...orThrow(backupAccess), folder: join(dataDir, 'parts') };
}

function orThrow(access: Config['backupAccess']): BackupAccess {
  if ('problem' in access) throw new ConfigError(access.problem);
  return access;
}
