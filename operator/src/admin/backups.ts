import { newestSnapshot, tryBackupNow } from '../backup/drill/drill-job.ts';
import { findingOf } from '../backup/errors.ts';
import { ConfigError } from '@vitrin/server/errors.ts';
import { type Command, requireNoMore } from './command.ts';

/** Starts a test restore of the newest backup at once (specification 12.6). */
export const backupsTry: Command = {
  usage: [
    'backups try        has the server try the newest backup in BACKUP_DIR at once, or at its next start',
  ],
  async run(context, words) {
    requireNoMore(words);
    const location = context.config.backupDir;
    if (location === undefined)
      throw new ConfigError('BACKUP_DIR is not set: set it, as for the server, to where backups are kept.');
    const snapshot = await newestSnapshot(context.config).catch((error: unknown) => {
      throw new ConfigError(findingOf(error));
    });
    if (snapshot === undefined)
      throw new ConfigError(
        `There is no backup in ${location} yet: take one with npm run backup -- ${location}.`,
      );
    await tryBackupNow(context);
    context.log.info({ by: 'admin', snapshot }, 'The newest backup is to be tried');
    return {
      text: `The backup ${snapshot} is tried as soon as a server runs; npm run doctor -- --only backups says what came of it.`,
      json: { folder: location, snapshot },
    };
  },
};
