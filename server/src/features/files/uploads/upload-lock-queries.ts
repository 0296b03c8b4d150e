import type { Database } from '../../../database/connect.ts';
import { changesRow } from '../../../database/row-counts.ts';

/** Locks an upload; returns false while another holder has it, or when there is no such upload. */
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

/** Renews a lock and returns true if another request waits for it; undefined when another request has taken it. */
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

/** Tells the lock's holder that another request waits; returns false when there is no such upload. */
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
