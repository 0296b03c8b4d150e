import { newStorageKey } from '@vitrin/engine/storage/storage.ts';
import type { Database } from '../../database/connect.ts';

const AT = '2026-11-20T10:00:00.000Z';

let made = 0;

/** A user row of a freelancer, or of a customer of one, as any release would write it. */
export async function addUser(db: Database, owner_id: number | null = null): Promise<number> {
  const name = `row${(made += 1)}`;
  const { id } = await db
    .insertInto('users')
    .values({
      username: name,
      username_key: name,
      name_key: name,
      user_type: owner_id === null ? 'freelancer' : 'customer',
      language: 'en',
      owner_id,
      created_at: AT,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function addProjectRow(
  db: Database,
  owner_id: number,
  customer_id: number | null = null,
): Promise<number> {
  const row = { owner_id, customer_id, name: 'p', name_key: 'p', description: '', list_description: '' };
  const { id } = await db
    .insertInto('projects')
    .values({ ...row, status_override: null, created_at: AT, last_updated: AT, edited_at: AT })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function addVersionRow(db: Database, project_id: number): Promise<number> {
  const { id } = await db
    .insertInto('versions')
    .values({ project_id, version_number: '1', description: '', created_at: AT, edited_at: AT })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Inserts a file into each of these versions, by one statement. */
export async function addFileRows(
  db: Database,
  versions: readonly { id: number; owner_id: number }[],
  sizeOf: (index: number) => number,
): Promise<void> {
  if (versions.length === 0) return;
  await db
    .insertInto('files')
    .values(
      versions.map(({ id, owner_id }, index) => ({
        version_id: id,
        owner_id,
        name: 'f',
        storage_key: newStorageKey(),
        size_bytes: sizeOf(index),
        media_type: 'text/plain',
        created_at: AT,
      })),
    )
    .execute();
}

type Sum = { project_id: number; owner_id: number; files: number; bytes: number };

/** Sums in their table and sums over the files; the two must be equal. */
export async function sumsAndFiles(db: Database): Promise<{ sums: Sum[]; files: Sum[] }> {
  const sums = await db
    .selectFrom('file_sums')
    .select(['project_id', 'owner_id', 'files', 'bytes'])
    .where((e) => e.or([e('files', '<>', 0), e('bytes', '<>', 0)]))
    .orderBy('project_id')
    .orderBy('owner_id')
    .execute();
  const files = await db
    .selectFrom('versions')
    .innerJoin('files', 'files.version_id', 'versions.id')
    .select(({ fn }) => [
      'versions.project_id',
      'files.owner_id',
      fn.countAll<number>().as('files'),
      fn.sum<number>('files.size_bytes').as('bytes'),
    ])
    .groupBy(['versions.project_id', 'files.owner_id'])
    .orderBy('versions.project_id')
    .orderBy('files.owner_id')
    .execute();
  return { sums, files };
}
