import type { Database } from '../../database/connect.ts';

/** True when the user has signed in on this device before; notes the time. */
export async function touchDevice(
  db: Database,
  userId: number,
  idHash: string,
  now: string,
): Promise<boolean> {
  const row = await db
    .updateTable('known_devices')
    .set({ last_seen: now })
    .where('user_id', '=', userId)
    .where('id_hash', '=', idHash)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function hasDevices(db: Database, userId: number): Promise<boolean> {
  const row = await db
    .selectFrom('known_devices')
    .select('id')
    .where('user_id', '=', userId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function insertDevice(db: Database, userId: number, idHash: string, now: string): Promise<void> {
  await db
    .insertInto('known_devices')
    .values({ user_id: userId, id_hash: idHash, last_seen: now })
    .onConflict((conflict) => conflict.columns(['user_id', 'id_hash']).doUpdateSet({ last_seen: now }))
    .execute();
}

export async function deleteDevicesBefore(db: Database, time: string): Promise<void> {
  await db.deleteFrom('known_devices').where('last_seen', '<', time).execute();
}
