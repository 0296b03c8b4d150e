import type { Database } from '../../../database/connect.ts';
import { givesRow } from '../../../database/row-counts.ts';

/** Notes the time on the user's device that has one of these hashes, a trusted one first, and returns it. */
export async function touchDevice(db: Database, userId: number, idHashes: string[], now: string) {
  if (idHashes.length === 0) return undefined;
  const device = await db
    .selectFrom('known_devices')
    .select(['id', 'id_hash', 'is_trusted'])
    .where('user_id', '=', userId)
    .where('id_hash', 'in', idHashes)
    .orderBy('is_trusted', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (device)
    await db.updateTable('known_devices').set({ last_seen: now }).where('id', '=', device.id).execute();
  return device;
}

export async function findTrustedDevice(
  db: Database,
  userId: number,
  idHashes: string[],
): Promise<string | undefined> {
  const row = await db
    .selectFrom('known_devices')
    .select('id_hash')
    .where('user_id', '=', userId)
    .where('id_hash', 'in', idHashes)
    .where('is_trusted', '=', true)
    .limit(1)
    .executeTakeFirst();
  return row?.id_hash;
}

export async function hasDevices(db: Database, userId: number): Promise<boolean> {
  return givesRow(db.selectFrom('known_devices').select('id').where('user_id', '=', userId).limit(1));
}

export async function insertDevice(db: Database, userId: number, idHash: string, now: string): Promise<void> {
  await db
    .insertInto('known_devices')
    .values({ user_id: userId, id_hash: idHash, is_trusted: true, last_seen: now })
    .execute();
}

export async function replaceDeviceId(db: Database, id: number, idHash: string): Promise<void> {
  await db
    .updateTable('known_devices')
    .set({ id_hash: idHash, is_trusted: true })
    .where('id', '=', id)
    .execute();
}

/** Ends the trust in all devices of a user after a change of password; each gets a new id at its next login. */
export async function endTrust(db: Database, userId: number): Promise<void> {
  await db
    .updateTable('known_devices')
    .set({ is_trusted: false, factor_trusted_until: null })
    .where('user_id', '=', userId)
    .execute();
}

/** Stores until which time this browser needs no second factor. */
export async function setFactorTrust(
  db: Database,
  userId: number,
  idHash: string,
  until: string,
): Promise<void> {
  await db
    .updateTable('known_devices')
    .set({ factor_trusted_until: until })
    .where('user_id', '=', userId)
    .where('id_hash', '=', idHash)
    .execute();
}

export async function hasFactorTrust(
  db: Database,
  userId: number,
  idHash: string,
  now: string,
): Promise<boolean> {
  return givesRow(
    db
      .selectFrom('known_devices')
      .select('id')
      .where('user_id', '=', userId)
      .where('id_hash', '=', idHash)
      .where('factor_trusted_until', '>', now),
  );
}

export async function endFactorTrust(db: Database, userId: number): Promise<void> {
  await db
    .updateTable('known_devices')
    .set({ factor_trusted_until: null })
    .where('user_id', '=', userId)
    .execute();
}

export async function deleteOldestDevices(db: Database, userId: number, kept: number): Promise<void> {
  await db
    .deleteFrom('known_devices')
    .where('user_id', '=', userId)
    .where('id', 'not in', (e) =>
      e
        .selectFrom('known_devices')
        .select('id')
        .where('user_id', '=', userId)
        .orderBy('last_seen', 'desc')
        .orderBy('id', 'desc')
        .limit(kept),
    )
    .execute();
}

export async function deleteDevicesBefore(db: Database, time: string): Promise<void> {
  await db.deleteFrom('known_devices').where('last_seen', '<', time).execute();
}
