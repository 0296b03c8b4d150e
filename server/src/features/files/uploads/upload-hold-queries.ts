import type { Database } from '../../../database/connect.ts';

/** Takes an upload that nobody holds; false while somebody does, or when there is no such upload. */
export async function takeUpload(
  db: Database,
  id: string,
  holder: string,
  { now, until }: { now: string; until: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('uploads')
    .set({ holder, held_until: until, is_asked_for: false })
    .where('id', '=', id)
    .where((e) => e.or([e('holder', 'is', null), e('held_until', '<=', now)]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Prolongs a hold and tells whether somebody waits for it; undefined when it is lost. */
export async function prolongHold(
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

/** Tells the holder that somebody waits; false when there is no such upload. */
export async function askForUpload(db: Database, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('uploads')
    .set({ is_asked_for: true })
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function releaseUpload(db: Database, id: string, holder: string): Promise<void> {
  await db
    .updateTable('uploads')
    .set({ holder: null, held_until: null, is_asked_for: false })
    .where('id', '=', id)
    .where('holder', '=', holder)
    .execute();
}
