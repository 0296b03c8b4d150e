import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Context } from '../../context.ts';
import {
  addToErasedList,
  type Erased,
  ERASED_LIST,
  readErasedList,
} from '../../adapters/erased-list/erased-list.ts';
import { insertErased, listErased } from './erase-queries.ts';

const ROWS_AT_ONCE = 500;
/** The file by which a folder of backups is known. */
const BACKUP_MARK = 'VITRIN-BACKUP';

/**
 * Writes which accounts were deleted beside the database and, where BACKUP_DIR is set, beside the backups: so a restore
 * knows it that goes further back than the deletion.
 */
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
  if (backupDir === undefined || !existsSync(join(backupDir, BACKUP_MARK))) return;
  try {
    await addToErasedList(backupDir, accounts);
  } catch (error) {
    // The next backup brings the list along.
    context.log.warn({ err: error }, 'The list of deleted accounts could not be written beside the backups');
  }
}

/** Takes over what a restore knows of accounts that were deleted after its backup was taken. */
export async function loadErasedList(context: Pick<Context, 'db' | 'config'>): Promise<void> {
  const accounts = await readErasedList(join(context.config.dataDir, ERASED_LIST));
  for (let start = 0; start < accounts.length; start += ROWS_AT_ONCE)
    await insertErased(context.db, accounts.slice(start, start + ROWS_AT_ONCE));
}
