import { inheritedEnvironment } from '@vitrin/server/config/config.ts';
import { readBackupAccess } from '@vitrin/server/config/backup-access.ts';
import { identityOf } from './copies/encryption.ts';

// `npm run -s backup-identity`: the key file with which `age -d -i` opens files of backups that BACKUP_KEY encrypts.
const access = readBackupAccess(inheritedEnvironment());
if ('problem' in access || access.key === undefined) {
  process.stderr.write(`${'problem' in access ? access.problem : 'Set BACKUP_KEY.'}\n`);
  process.exitCode = 2;
} else process.stdout.write(`${identityOf(access.key)}\n`);
