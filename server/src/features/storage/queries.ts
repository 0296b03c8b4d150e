import { sql } from 'kysely';
import type { Database } from '../../database/connect.ts';
import { defineStatement } from '../../database/statement.ts';
import { storedBytesOf } from './access.ts';

type StorageUsage = { used: number; extra_storage_gb: number };

const storageUsage = defineStatement({
  variants: {},
  build: (db, at: { ownerId: number }) =>
    db
      .selectFrom('users')
      .select((e) => [
        'extra_storage_gb',
        storedBytesOf(sql.ref('users.id')).as('stored'),
        e
          .selectFrom('uploads')
          .select(({ fn }) => fn.coalesce(fn.sum<number>('size_bytes'), e.lit(0)).as('bytes'))
          .where('owner_id', '=', at.ownerId)
          .where('size_bytes', '>', 0)
          .where((w) =>
            w.or([
              w('uploads.version_id', 'is', null),
              w.exists(
                w
                  .selectFrom('versions')
                  .select('versions.id')
                  .whereRef('versions.id', '=', 'uploads.version_id'),
              ),
            ]),
          )
          .as('reserved'),
      ])
      .where('users.id', '=', at.ownerId),
});

/** Bytes that count against a freelancer's limit: stored ones, and reserved ones unless their version is gone. */
export async function getStorageUsage(db: Database, ownerId: number): Promise<StorageUsage> {
  const [usage] = await storageUsage.run(db, { ownerId });
  if (!usage) throw new Error(`There is no user ${ownerId}`);
  const { stored, reserved, extra_storage_gb } = usage;
  return { used: stored + Number(reserved), extra_storage_gb };
}

/** Storage granted to a freelancer beyond the plan, in GB. */
export async function getExtraStorageGb(db: Database, ownerId: number): Promise<number> {
  const row = await db
    .selectFrom('users')
    .select('extra_storage_gb')
    .where('id', '=', ownerId)
    .executeTakeFirst();
  return row?.extra_storage_gb ?? 0;
}

const textBytes = defineStatement({
  variants: {},
  build: (db, at: { ownerId: number }) =>
    db
      .selectFrom('projects')
      .select(({ fn }) => fn.sum<number | null>('text_bytes').as('bytes'))
      .where('owner_id', '=', at.ownerId),
});

export async function getTextBytesOf(db: Database, ownerId: number): Promise<number> {
  const [row] = await textBytes.run(db, { ownerId });
  return row?.bytes ?? 0;
}

export async function getCountsByKind(db: Database, ownerId: number) {
  const files = await db
    .selectFrom('file_sums')
    .select(({ fn }) => [
      fn.sum<number | null>('files').as('count'),
      fn.sum<number | null>('bytes').as('bytes'),
    ])
    .where('owner_id', '=', ownerId)
    .executeTakeFirstOrThrow();
  const pictures = await db
    .selectFrom('pictures')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.sum<number | null>('size_bytes').as('bytes')])
    .where('owner_id', '=', ownerId)
    .executeTakeFirstOrThrow();
  return {
    files: files.count ?? 0,
    file_bytes: files.bytes ?? 0,
    pictures: pictures.count,
    picture_bytes: pictures.bytes ?? 0,
    text_bytes: await getTextBytesOf(db, ownerId),
  };
}
