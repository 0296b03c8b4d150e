import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context } from '../../context.ts';
import {
  addToErasedList,
  type Erased,
  ERASED_LIST,
  parseWholeErasedList,
} from '../../adapters/erased-list/erased-list.ts';
import { isBucket } from '../../config/environment-values.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import { countJobs } from '../../jobs/queries.ts';
import { insertErased, listErased } from './erase-queries.ts';

const ROWS_AT_ONCE = 500;
/** The file that marks a folder of backups. */
const BACKUP_MARK = 'VITRIN-BACKUP';

/** Writes the list of deleted accounts beside the database and the backups, for a restore from before the deletion. */
export async function saveErasedList(context: Context): Promise<void> {
  const { dataDir, backupDir } = context.config;
  const accounts: Erased[] = [];
  for (let after = 0; ;) {
    const rows = await listErased(context.db, after, ROWS_AT_ONCE);
    accounts.push(...rows);
    const last = rows.at(-1);
    if (!last || rows.length < ROWS_AT_ONCE) break;
    after = last.user_id;
  }
  if (accounts.length === 0) return;
  await addToErasedList(dataDir, accounts);
  if (backupDir !== undefined && isBucket(backupDir)) {
    // One that runs may have read the accounts before this one was deleted.
    if ((await countJobs(context.db, 'list-erased')) <= 1) await enqueue(context, 'list-erased', {});
    return;
  }
  if (backupDir === undefined || !existsSync(join(backupDir, BACKUP_MARK))) return;
  try {
    await addToErasedList(backupDir, accounts);
  } catch (error) {
    // This is no failure, because the next backup includes the list.
    context.log.warn({ err: error }, 'The list of deleted accounts could not be written beside the backups');
  }
}

/** Reads the accounts that were deleted after a restored backup was taken. */
export async function loadErasedList(context: Pick<Context, 'db' | 'config' | 'log'>): Promise<void> {
  const path = join(context.config.dataDir, ERASED_LIST);
  if (!existsSync(path)) return;
  const accounts = parseWholeErasedList(await readFile(path, 'utf8'));
  if (!accounts) {
    context.log.error(
      { path },
      'The list of deleted accounts is damaged and not believed: after a restore, accounts of it may be there again',
    );
    return;
  }
  for (let start = 0; start < accounts.length; start += ROWS_AT_ONCE)
    await insertErased(context.db, accounts.slice(start, start + ROWS_AT_ONCE));
}
