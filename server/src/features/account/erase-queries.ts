import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../database/connect.ts';
import { givesRow } from '../../database/row-counts.ts';
import type { Schema } from '../../database/schema.ts';
import { SQLITE_BUSY_MILLISECONDS } from '@vitrin/engine/sqlite/sqlite-connection.ts';
import { OBJECT_KEYS } from '../files/rows.ts';
import { pageAfter } from '../../database/pages.ts';

const PIECE_ROWS = 50;

/** Rows of a table deleted with a person or a project: its key, and the column that names their owner. */
export type Rows = { table: keyof Schema; key: readonly [string, ...string[]]; of: string };

/** Exempt from the rule of one writer per table (docs/architecture.md): table names come from pieces.ts. */

/** Deletes some of the rows that belong to `id`; false when there were none. */
export async function deleteSome(db: Database, { table, key, of }: Rows, id: number): Promise<boolean> {
  const { numAffectedRows = 0n } = await deletion(table, key, sql`${sql.ref(of)} = ${id}`).execute(db);
  return numAffectedRows > 0n;
}

function deletion(
  table: keyof Schema,
  key: readonly string[],
  where: RawBuilder<unknown>,
  returning: readonly string[] = [],
) {
  const columns = sql.join(key.map((name) => sql.ref(name)));
  const found = sql`select ${columns} from ${sql.table(table)} where ${where} limit ${sql.lit(PIECE_ROWS)}`;
  const end =
    returning.length > 0 ? sql` returning ${sql.join(returning.map((name) => sql.ref(name)))}` : sql``;
  return sql<
    Record<string, string | null>
  >`delete from ${sql.table(table)} where (${columns}) in (${found})${end}`;
}

/** Deletes some files of a project and returns the keys of their objects. */
export async function deleteSomeFiles(db: Database, projectId: number): Promise<string[]> {
  const where = sql`version_id in (select id from versions where project_id = ${projectId})`;
  const keys = OBJECT_KEYS.map((name) => name.replace('files.', ''));
  const { rows } = await deletion('files', ['id'], where, keys).execute(db);
  return keysIn(rows);
}

export async function deleteSomePictures(
  db: Database,
  of: 'project_id' | 'owner_id',
  id: number,
): Promise<string[]> {
  const where = sql`${sql.ref(of)} = ${id}`;
  const { rows } = await deletion('pictures', ['id'], where, ['storage_key']).execute(db);
  return keysIn(rows);
}

export async function deleteFace(db: Database, ownerId: number): Promise<string[]> {
  const where = sql`owner_id = ${ownerId}`;
  const { rows } = await deletion('faces', ['owner_id'], where, ['logo_key']).execute(db);
  return keysIn(rows);
}

/** Deletes some uploads that have ended and returns the keys under which bytes of them may still lie. */
export async function deleteSomeUploads(db: Database, ownerId: number): Promise<string[]> {
  const where = sql`owner_id = ${ownerId}`;
  const { rows } = await deletion('uploads', ['id'], where, ['state', 'storage_key']).execute(db);
  // A finished one has become a file, which is deleted with its bytes.
  return keysIn(
    rows
      .filter(({ state }) => state !== 'finished')
      .map(({ storage_key }) => ({ storage_key: storage_key ?? null })),
  );
}

function keysIn(rows: Record<string, string | null>[]): string[] {
  return rows.flatMap((row) => Object.values(row)).filter((key) => key !== null);
}

export async function listOpenUploadsOf(db: Database, ownerId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('uploads')
    .select('id')
    .where('owner_id', '=', ownerId)
    .where('kind', 'in', ['resumable', 'import'])
    .where('state', '=', 'receiving')
    .limit(PIECE_ROWS)
    .execute();
  return rows.map(({ id }) => id);
}

export async function findNextProject(db: Database, ownerId: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('projects')
    .select('id')
    .where('owner_id', '=', ownerId)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}

/** Accounts that go with another one, people before their customers: all customers of a freelancer, or the people of a customer. */
export async function listAlong(db: Database, id: number, of: 'owner_id' | 'client_id'): Promise<number[]> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where(of, '=', id)
    .orderBy('client_id', (order) => order.desc().nullsLast())
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

export async function insertErased(db: Database, rows: Schema['erased_accounts'][]): Promise<void> {
  await db
    .insertInto('erased_accounts')
    .values(rows)
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .execute();
}

export function listErased(db: Database, after: number, limit: number) {
  return db
    .selectFrom('erased_accounts')
    .select(['user_id', 'erased_at'])
    .$call(pageAfter('user_id', after, limit))
    .execute();
}

/** Accounts that were deleted and are there again, freelancers first; an id that is in use anew is another account. */
export async function listBack(db: Database): Promise<number[]> {
  const rows = await db
    .selectFrom('erased_accounts')
    .innerJoin('users', 'users.id', 'erased_accounts.user_id')
    .select('users.id')
    .whereRef('users.created_at', '<', 'erased_accounts.erased_at')
    .orderBy('users.user_type', 'desc')
    .orderBy('users.id')
    .execute();
  return rows.map(({ id }) => id);
}

export function isRemoved(db: Database, userId: number): Promise<boolean> {
  return givesRow(
    db.selectFrom('users').select('id').where('id', '=', userId).where('removed_at', 'is not', null),
  );
}

export function isThere(db: Database, userId: number): Promise<boolean> {
  return givesRow(db.selectFrom('users').select('id').where('id', '=', userId));
}

/** Empties SQLite's log of deleted rows; false while another process reads it, for which the driver would wait and block. */
export async function emptyLog(db: Database): Promise<boolean> {
  return db.connection().execute(async (own) => {
    await sql`pragma busy_timeout = 0`.execute(own);
    try {
      const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(own);
      return rows[0]?.busy === 0;
    } finally {
      await sql`pragma busy_timeout = ${sql.lit(SQLITE_BUSY_MILLISECONDS)}`.execute(own);
    }
  });
}
