import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { newestSnapshot } from '../backup/drill/drill-job.ts';
import { BackupError } from '../backup/errors.ts';
import type { Config } from '@vitrin/server/config/config.ts';
import { ConfigError } from '@vitrin/server/errors.ts';
import { isBucket } from '@vitrin/server/config/environment-values.ts';
import { error, type Finding, note, ok, reasonOf, warning } from './finding.ts';
import { type Installation, within } from './installation.ts';
import { findNewestDrill } from './queries.ts';

const HOUR = 3600_000;
const DAY = 24 * HOUR;
/** A daily backup may take a while. */
const OLD_MILLISECONDS = 26 * HOUR;
const VERY_OLD_MILLISECONDS = 8 * DAY;

const BUCKET_MILLISECONDS = 30_000;

const TRY_AGAIN = 'have it tried again: npm run admin -- backups try';

type Looked = Pick<Installation, 'config' | 'now' | 'database'>;

/** Checks the age of the newest snapshot in BACKUP_DIR, by its name, and the result of the last drill. */
export async function checkBackups(installation: Looked): Promise<Finding[]> {
  const age = await checkAge(installation);
  return installation.config.backupDir === undefined ? age : [...age, await checkDrill(installation)];
}

/** The server tries the newest backup once a week and keeps what came of it (specification 12.6). */
async function checkDrill({ config, database, now }: Looked): Promise<Finding> {
  const { backupDir } = config;
  const drill = await findNewestDrill(database()).catch(() => undefined);
  if (!drill)
    return note(
      'No backup has been tried yet.',
      'A server with BACKUP_DIR tries the newest within a quarter of an hour, once there is one, and then once a week.',
    );
  const { ended_at, problem } = drill;
  if (problem !== null)
    return error(
      `The newest backup could not be restored on ${ended_at}: ${reasonOf(new Error(problem))}.`,
      `Mend what that names; where it is the backup, take a new one, and see with npm run verify-backup -- ${backupDir} what is damaged. Then ${TRY_AGAIN}.`,
    );
  const age = now().getTime() - Date.parse(ended_at);
  const sentence = `A backup was restored and compared on ${ended_at}, ${ageOf(age)} ago.`;
  if (age <= VERY_OLD_MILLISECONDS) return ok(sentence);
  return warning(
    sentence,
    `It is tried once a week: see in the log of the server why it was not, and ${TRY_AGAIN}.`,
  );
}

async function checkAge({ config, now }: Pick<Looked, 'config' | 'now'>): Promise<Finding[]> {
  const { backupDir } = config;
  if (backupDir === undefined)
    return [
      note(
        'BACKUP_DIR is not set, so nothing is known about backups.',
        'Set it to where backups are kept; docs/operations.md says how to take one.',
      ),
    ];
  const advice = 'Take a backup, and see why the one that was to come has not.';
  let names: string[];
  try {
    names = isBucket(backupDir) ? await namesIn(config) : await readdir(join(backupDir, 'snapshots'));
  } catch (failure) {
    if ((failure as NodeJS.ErrnoException).code === 'ENOENT') return [noBackup(backupDir)];
    return [
      error(
        `The backups in ${backupDir} cannot be looked at: ${whyOf(failure)}.`,
        isBucket(backupDir)
          ? 'Set BACKUP_ACCESS_KEY_ID, BACKUP_SECRET_ACCESS_KEY and BACKUP_S3_ENDPOINT right, or those of S3_BUCKET, with the rights to get and list objects; no backup is taken either while the bucket is away.'
          : advice,
      ),
    ];
  }
  const newest = Math.max(...names.map(timeOf).filter((time) => time !== undefined), -Infinity);
  if (newest === -Infinity) return [noBackup(backupDir)];
  const age = now().getTime() - newest;
  const sentence = `The newest snapshot is of ${new Date(newest).toISOString()}, ${ageOf(age)} ago.`;
  if (age > VERY_OLD_MILLISECONDS) return [error(sentence, advice)];
  if (age > OLD_MILLISECONDS) return [warning(sentence, advice)];
  return [ok(sentence)];
}

/** The newest snapshot in a bucket, if any. */
async function namesIn(config: Config): Promise<string[]> {
  const sentence = `it did not answer within ${BUCKET_MILLISECONDS / 1000} seconds`;
  const newest = await within(BUCKET_MILLISECONDS, sentence, newestSnapshot(config));
  return newest === undefined ? [] : [newest];
}

/** Sentences of our own name variables and hold no secret. */
function whyOf(failure: unknown): string {
  if (failure instanceof BackupError || failure instanceof ConfigError)
    return failure.message.replace(/\.$/, '');
  return reasonOf(failure);
}

function noBackup(backupDir: string): Finding {
  return error(
    `There is no backup yet in ${backupDir}.`,
    `Take one: npm run backup -- ${backupDir}. Where there were some, see whether ${isBucket(backupDir) ? 'BACKUP_DIR names the right bucket and prefix' : 'its disk is mounted'}.`,
  );
}

/** The time in a name such as 2026-11-23T16-45-00.000Z or 20261123T164500Z; undefined where it has none. */
function timeOf(name: string): number | undefined {
  const match = /^(\d{4})-?(\d\d)-?(\d\d)[T_ -]?(\d\d)[:-]?(\d\d)(?:[:-]?(\d\d))?/.exec(name);
  if (!match) return undefined;
  const [, year, month, day, hour, minute, second = '00'] = match;
  const time = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(time) ? undefined : time;
}

function ageOf(milliseconds: number): string {
  const hours = Math.max(0, Math.floor(milliseconds / HOUR));
  return hours < 48 ? `${hours} hours` : `${Math.floor(hours / 24)} days`;
}
