import { setTimeout as pause } from 'node:timers/promises';
import type { Context } from '../../context.ts';
import { isPostgres } from '../../database/connect.ts';
import { emptyLog } from './erase-queries.ts';
import { saveErasedList } from './erased-list.ts';

/** Others read for milliseconds, and only a backup for long. */
const LOG_ATTEMPTS = 200;
const LOG_PAUSE_MILLISECONDS = 50;

/** Empties SQLite's log of deleted rows, and writes the list of deleted accounts to where restores find it. */
export async function leaveNothing(context: Context): Promise<void> {
  await saveErasedList(context);
  if (isPostgres(context.db)) return;
  for (let attempt = 1; !(await emptyLog(context.db)); attempt += 1) {
    if (attempt === LOG_ATTEMPTS) {
      context.log.error(
        'The log of the database could not be emptied: something reads the database all the time',
      );
      return;
    }
    await pause(LOG_PAUSE_MILLISECONDS);
  }
}
