import type { S3Server } from '../../../../test-kit/s3-server.ts';
import { openLiveDatabase } from '../../backup/database-copy.ts';
import { type DatabaseFacts, readFactsAndClose } from '../../backup/database-reader.ts';
import type { TestInstallation } from './installations.ts';

/** Variables by which commands of backups reach the bucket of a server, and `key` by which they encrypt. */
export function bucketVariables({ config }: S3Server, key?: string): Record<string, string> {
  return {
    BACKUP_S3_ENDPOINT: config.endpoint ?? '',
    BACKUP_ACCESS_KEY_ID: config.accessKeyId,
    BACKUP_SECRET_ACCESS_KEY: config.secretAccessKey,
    ...(key !== undefined && { BACKUP_KEY: key }),
  };
}

/** Facts that a backup would record about the database of an installation. */
export async function factsOf(installation: TestInstallation): Promise<DatabaseFacts> {
  return readFactsAndClose(await openLiveDatabase(installation));
}
