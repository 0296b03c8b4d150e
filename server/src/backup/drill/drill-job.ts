import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { inheritedEnvironment } from '../../config.ts';
import { type Context, timestampOf } from '../../context.ts';
import { inTransaction } from '../../database/transaction.ts';
import { renderMail } from '../../adapters/mail/mail-template.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import type { JobHandlers } from '../../jobs/kinds.ts';
import { countJobs, hastenJobs } from '../../jobs/queries.ts';
import { listSnapshots, pathsOf } from '../backup-folder.ts';
import type { DrillResult } from './drill.ts';

const WEEK_SECONDS = 7 * 24 * 3600;
/** How soon it is looked again whether there is a first backup. */
const WAIT_SECONDS = 15 * 60;
const PROGRAM = join(import.meta.dirname, 'drill-process.ts');
/** A sentence of another program may be long; this much of it is kept and mailed. */
const MOST_CHARACTERS = 1000;

/** The handler of the weekly drill of the newest backup (specification 12.6). */
export function drillJobs(context: Context): Pick<JobHandlers, 'drill-backup'> {
  return {
    'drill-backup': async (_, signal) => {
      const { backupDir } = context.config;
      // Without BACKUP_DIR the drills end; the next start with it begins them anew.
      if (backupDir === undefined) return;
      if (await waitsForFirst(context, backupDir)) {
        context.log.info({ folder: backupDir }, 'There is no backup yet to be tried');
        if ((await countJobs(context.db, 'drill-backup')) <= 1)
          await enqueue(context, 'drill-backup', {}, WAIT_SECONDS);
        return;
      }
      const began = timestampOf(context);
      await keepResult(context, began, await runDrill(context, backupDir, signal));
    },
  };
}

/** Enqueues the first drill where BACKUP_DIR is set; the job repeats itself. */
export async function startDrills(context: Context): Promise<void> {
  if (context.config.backupDir === undefined) return;
  if ((await countJobs(context.db, 'drill-backup')) === 0) await enqueue(context, 'drill-backup', {});
}

/** Has the newest backup tried at once, by the server that runs or at its next start. */
export async function tryBackupNow(context: Pick<Context, 'db' | 'now'>): Promise<void> {
  await inTransaction(context, async (tx) => {
    const hastened = await hastenJobs(tx.db, 'drill-backup', timestampOf(tx));
    if (hastened === 0) await enqueue(tx, 'drill-backup', {});
  });
}

/** The newest snapshot in a folder; undefined where there is none yet. */
export async function newestSnapshotIn(folder: string): Promise<string | undefined> {
  return (await listSnapshots(pathsOf(resolve(folder)))).at(-1);
}

/** Once a backup was tried, a folder without one is a loss, and tried as such. */
async function waitsForFirst({ db }: Context, folder: string): Promise<boolean> {
  // A folder that cannot be read is tried, and the reason kept.
  const newest = await newestSnapshotIn(folder).catch(() => 'unreadable');
  if (newest !== undefined) return false;
  const tried = db.selectFrom('backup_drills').select('id').where('snapshot', 'is not', null).limit(1);
  return (await tried.executeTakeFirst()) === undefined;
}

/** All of it happens beside the event loop, in a process that ends with the server. */
async function runDrill({ config }: Context, folder: string, signal: AbortSignal): Promise<DrillResult> {
  const child = spawn(process.execPath, [PROGRAM, folder], {
    env: { ...inheritedEnvironment(), DATA_DIR: config.dataDir, DATABASE_URL: config.databaseUrl ?? '' },
    stdio: ['ignore', 'pipe', 'inherit'],
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
  const { snapshot, rows, objects, bytes } = result;
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
          params: { problem, snapshot: snapshot ?? '-', url: publicUrl },
        }),
      );
    if ((await countJobs(tx.db, 'drill-backup')) <= 1) await enqueue(tx, 'drill-backup', {}, WEEK_SECONDS);
  });
}
