import type { Database } from '../../../database/connect.ts';
import { changesRow } from '../../../database/row-counts.ts';

/** Locks an upload; false while another holder has it, or when there is no such upload. */
export async function acquireUploadLock(
  db: Database,
  id: string,
  holder: string,
  { now, until }: { now: string; until: string },
): Promise<boolean> {
  return changesRow(
    db
      .updateTable('uploads')
      .set({ holder, held_until: until, is_asked_for: false })
      .where('id', '=', id)
      .where((e) => e.or([e('holder', 'is', null), e('held_until', '<=', now)])),
  );
}

/** True if another request waits; undefined when the lock was lost. */
export async function renewUploadLock(
  db: Database,
  id: string,
  holder: string,
  until: string,
): Promise<{ is_asked_for: boolean } | undefined> {
  return db
    .updateTable('uploads')
    .set({ held_until: until })
    .where('id', '=', id)
    .where('holder', '=', holder)
    .returning('is_asked_for')
    .executeTakeFirst();
}

/** Tells the holder of a lock that another request waits; false when there is no such upload. */
export async function requestUploadLock(db: Database, id: string): Promise<boolean> {
  return changesRow(db.updateTable('uploads').set({ is_asked_for: true }).where('id', '=', id));
}

export async function releaseUploadLock(db: Database, id: string, holder: string): Promise<void> {
  await db
    .updateTable('uploads')
    .set({ holder: null, held_until: null, is_asked_for: false })
    .where('id', '=', id)
    .where('holder', '=', holder)
    .execute();
}
