import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { variablesOf } from '@vitrin/server/config/backup-access.ts';
import { type Config, inheritedEnvironment } from '@vitrin/server/config/config.ts';
import { type Context, timestampOf } from '@vitrin/server/context.ts';
import { lockDrills } from '@vitrin/server/database/locks.ts';
import { inTransaction } from '@vitrin/server/database/transaction.ts';
import { renderMail } from '@vitrin/server/adapters/mail/mail-template.ts';
import { enqueue } from '@vitrin/server/jobs/enqueue.ts';
import type { JobHandlers } from '@vitrin/server/jobs/kinds.ts';
import { countJobs, hastenJobs } from '@vitrin/server/jobs/queries.ts';
import { copyAccessOf } from '../copies/access.ts';
import { openFileStore } from '../copies/file-stores.ts';
import { listSnapshots } from '../reading/backups.ts';
import { type DrillResult, NOTHING_YET } from './drill.ts';

const DAY_SECONDS = 24 * 3600;
const WEEK_SECONDS = 7 * DAY_SECONDS;
/** A bucket that sends a byte now and then must not keep a drill running for ever. */
const LONGEST_MILLISECONDS = DAY_SECONDS * 1000;
/** Interval of the checks for a first backup. */
const WAIT_SECONDS = 15 * 60;
const PROGRAM = join(import.meta.dirname, 'drill-process.ts');
/** A sentence of another program may be long; this much of it is kept and mailed. */
const MOST_CHARACTERS = 1000;

/** The handler of the weekly drill of the newest backup (specification 12.6). */
export function drillJobs(
  context: Context,
  longestMilliseconds = LONGEST_MILLISECONDS,
): Pick<JobHandlers, 'drill-backup'> {
  return {
    'drill-backup': async (_, signal) => {
      const { backupDir } = context.config;
      // Without BACKUP_DIR the drills end; the next start with it begins them anew.
      if (backupDir === undefined) return;
      if (await waitsForFirst(context)) {
        context.log.info({ place: backupDir }, 'There is no backup yet to be tried');
        if ((await countJobs(context.db, 'drill-backup')) <= 1)
          await enqueue(context, 'drill-backup', {}, WAIT_SECONDS);
        return;
      }
      const began = timestampOf(context);
      const limit = AbortSignal.timeout(longestMilliseconds);
      let result: DrillResult;
      try {
        result = await runDrill(context, backupDir, AbortSignal.any([signal, limit]));
      } catch (error) {
        if (signal.aborted || !limit.aborted) throw error;
        const hours = Math.ceil(longestMilliseconds / 3600_000);
        result = { ...NOTHING_YET, problem: `It did not end within ${hours} hours.` };
      }
      await keepResult(context, began, result);
    },
  };
}

/** Enqueues the first drill where BACKUP_DIR is set; the job repeats itself. */
export async function startDrills(context: Context): Promise<void> {
  if (context.config.backupDir === undefined) return;
  await inTransaction(context, async (tx) => {
    await lockDrills(tx.db);
    if ((await countJobs(tx.db, 'drill-backup')) === 0) await enqueue(tx, 'drill-backup', {});
  });
}

/** Starts a drill of the newest backup at once, in the running server or at its next start. */
export async function tryBackupNow(context: Pick<Context, 'db' | 'now'>): Promise<void> {
  await inTransaction(context, async (tx) => {
    const hastened = await hastenJobs(tx.db, 'drill-backup', timestampOf(tx));
    if (hastened === 0) await enqueue(tx, 'drill-backup', {});
  });
}

/** The newest snapshot where backups are kept; undefined where there is none yet. */
export async function newestSnapshot(
  config: Pick<Config, 'backupDir' | 'backupAccess' | 'dataDir'>,
): Promise<string | undefined> {
  if (config.backupDir === undefined) return undefined;
  const store = await openFileStore(config.backupDir, copyAccessOf(config));
  return (await listSnapshots({ store, isFolder: store.isFolder })).at(-1);
}

/**
 * True until the first backup exists. After any backup was tried, a missing one is a loss and is reported as
 * such.
 */
async function waitsForFirst({ db, config }: Context): Promise<boolean> {
  // An unreadable target counts as having a backup, so that the drill runs and records the reason.
  const newest = await newestSnapshot(config).catch(() => 'unreadable');
  if (newest !== undefined) return false;
  const tried = db.selectFrom('backup_drills').select('id').where('snapshot', 'is not', null).limit(1);
  return (await tried.executeTakeFirst()) === undefined;
}

/** All of it happens beside the event loop, in a process that ends with the server. */
async function runDrill({ config }: Context, place: string, signal: AbortSignal): Promise<DrillResult> {
  const { backupAccess, dataDir, databaseUrl } = config;
  if ('problem' in backupAccess) return { ...NOTHING_YET, problem: backupAccess.problem };
  const own = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl ?? '', ...variablesOf(backupAccess) };
  const child = spawn(process.execPath, [PROGRAM, place], {
    env: { ...inheritedEnvironment(), ...own },
    stdio: ['pipe', 'pipe', 'inherit'],
    signal,
    killSignal: 'SIGKILL',
  });
  let text = '';
  child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()));
  await once(child, 'close');
  if (child.exitCode !== 0)
    throw new Error(`The drill of a backup ended with ${child.exitCode ?? 'a signal'}`);
  return JSON.parse(text) as DrillResult;
}

/** Keeps the result, enqueues the next drill and, after a failure, one mail: all of it once, or nothing. */
async function keepResult(context: Context, began_at: string, result: DrillResult): Promise<void> {
  const { snapshot, rows, objects, bytes, isAway } = result;
  const problem = result.problem?.slice(0, MOST_CHARACTERS) ?? null;
  const facts = { snapshot, rows, objects, bytes };
  if (problem === null) context.log.info(facts, 'The newest backup was restored and compared');
  else context.log.error({ ...facts, problem }, 'The newest backup could not be restored');
  await inTransaction(context, async (tx) => {
    const row = { snapshot, rows_counted: rows, objects, bytes, problem };
    await tx.db
      .insertInto('backup_drills')
      .values({ ...row, began_at, ended_at: timestampOf(tx) })
      .execute();
    const { ownerEmail, ownerLanguage, publicUrl } = tx.config;
    if (problem !== null && ownerEmail !== undefined)
      await enqueue(
        tx,
        'send-mail',
        renderMail({
          to: ownerEmail,
          language: ownerLanguage,
          subject: 'mails.backup_drill.subject',
          paragraphs: ['mails.backup_drill.text', 'mails.backup_drill.problem', 'mails.backup_drill.advice'],
          params: { problem },
          facts: { snapshot: snapshot ?? '-', url: publicUrl },
        }),
      );
    // A bucket that was away for an hour must not leave the backups untried for a week.
    const pause = isAway ? DAY_SECONDS : WEEK_SECONDS;
    if ((await countJobs(tx.db, 'drill-backup')) <= 1) await enqueue(tx, 'drill-backup', {}, pause);
  });
}
