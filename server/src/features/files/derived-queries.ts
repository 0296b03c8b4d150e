import { type ExpressionBuilder, sql } from 'kysely';
import type { Schema } from '../../database/schema.ts';
import { type Database, isPostgres } from '../../database/connect.ts';
import { DERIVED_COLUMNS } from './row.ts';

const BYTES = Object.values(DERIVED_COLUMNS).map(([, bytes]) => bytes);
const sumOfRow = sql<number>`(${sql.join(
  BYTES.map((column) => sql`coalesce(${sql.ref(`files.${column}`)}, 0)`),
  sql` + `,
)})`;

/** Sums the bytes of everything made of a freelancer's files from one index, or of all files without `ownerId`. */
export async function sumDerived(db: Database, ownerId?: number): Promise<number> {
  const { bytes } = await db
    .selectFrom('files')
    .select(sql<number | null>`cast(sum(${sumOfRow}) as bigint)`.as('bytes'))
    .$if(ownerId !== undefined, (query) => query.where('owner_id', '=', ownerId ?? null))
    .executeTakeFirstOrThrow();
  return bytes ?? 0;
}

export function columnType(db: Database) {
  return isPostgres(db) ? sql`timestamptz` : sql`text`;
}

type Removable = { ownerId: number; now: string; except: number };

/** Selects files not shown for a while, so that their pictures may be removed; leaves out `except`. */
function removable(db: Database, { ownerId, now, except }: Removable) {
  return db
    .selectFrom('derived_files')
    .innerJoin('files', 'files.id', 'derived_files.file_id')
    .where('derived_files.owner_id', '=', ownerId)
    .where('derived_files.kept_until', '<=', now)
    .where('files.id', '<>', except)
    .where(sumOfRow, '>', 0);
}

export async function sumRemovable(db: Database, of: Removable): Promise<number> {
  const { bytes } = await removable(db, of)
    .select(sql<number | null>`cast(sum(${sumOfRow}) as bigint)`.as('bytes'))
    .executeTakeFirstOrThrow();
  return bytes ?? 0;
}

export function listLongestUnused(db: Database, of: Removable, limit: number) {
  return removable(db, of)
    .select(['files.id', sumOfRow.as('bytes')])
    .select(
      Object.values(DERIVED_COLUMNS).flatMap(([key, bytes]) => [`files.${key}`, `files.${bytes}`] as const),
    )
    .orderBy('derived_files.kept_until')
    .orderBy('derived_files.file_id')
    .limit(limit)
    .execute();
}

/** Marks pictures as removed and returns the ids where that was allowed. Keys stay, as covers and addresses need them. */
export async function markAway(db: Database, ids: readonly number[], now: string): Promise<Set<number>> {
  // The deletion of files locks rows in this order too.
  await db
    .selectFrom('files')
    .select('id')
    .where('id', 'in', ids)
    .orderBy('id')
    .$if(isPostgres(db), (query) => query.forNoKeyUpdate())
    .execute();
  // Another instance may have noted since then that the file was shown.
  const noted = await db
    .deleteFrom('derived_files')
    .where('file_id', 'in', ids)
    .where('kept_until', '<=', now)
    .returning('file_id')
    .execute();
  const away = noted.map(({ file_id }) => file_id);
  if (away.length === 0) return new Set();
  await db
    .updateTable('files')
    .set((e) => ({
      ...Object.fromEntries(BYTES.map((column) => [column, null])),
      preview_key: null,
      preview_percent: e
        .case()
        .when('preview_key', 'is not', null)
        .then(0)
        .else(e.ref('preview_percent'))
        .end(),
      derived_round: e('derived_round', '+', 1),
      is_derived_away: true,
    }))
    .where('id', 'in', away)
    .execute();
  return new Set(away);
}

/** Locks a file until the transaction ends and returns what was made of it; undefined when the file is gone. */
export function lockDerived(db: Database, id: number) {
  return db
    .selectFrom('files')
    .select('derived_round')
    .select(Object.values(DERIVED_COLUMNS).flat())
    .where('id', '=', id)
    .$if(isPostgres(db), (query) => query.forNoKeyUpdate())
    .executeTakeFirst();
}

export type DerivedValues = Partial<{
  thumbnail_key: string | null;
  thumbnail_bytes: number | null;
  thumbnail_medium_key: string | null;
  thumbnail_medium_bytes: number | null;
  thumbnail_large_key: string | null;
  thumbnail_large_bytes: number | null;
  whole_key: string | null;
  whole_bytes: number | null;
  preview_key: string | null;
  preview_bytes: number | null;
  preview_percent: number | null;
  width: number;
  height: number;
  tint: string;
  pages: number | null;
  web_key: string | null;
  web_bytes: number | null;
  web_crc32: number | null;
  web_type: 'image/jpeg' | 'image/png' | 'none' | null;
}>;

export async function updateDerived(
  db: Database,
  id: number,
  values: DerivedValues & { derived_round?: number; is_derived_away?: boolean },
): Promise<void> {
  await db.updateTable('files').set(values).where('id', '=', id).execute();
}

/** Forgets everything made of a file; results of jobs that began earlier are not kept. */
export async function forgetDerived(db: Database, id: number): Promise<void> {
  const nothing = Object.fromEntries(
    Object.values(DERIVED_COLUMNS).flatMap((names) => names.map((name) => [name, null])),
  );
  await db
    .updateTable('files')
    .set((e) => ({
      ...nothing,
      preview_percent: null,
      web_type: null,
      width: null,
      height: null,
      tint: null,
      derived_round: e('derived_round', '+', 1),
      is_derived_away: false,
    }))
    .where('id', '=', id)
    .execute();
}

export async function endAway(
  db: Database,
  { id, derived_round }: { id: number; derived_round: number },
): Promise<void> {
  const pictures = Object.values(DERIVED_COLUMNS).filter(([key]) => key !== 'preview_key');
  await db
    .updateTable('files')
    .set((e) => ({
      ...Object.fromEntries(
        pictures.map(([key, bytes]) => [
          key,
          e.case().when(bytes, 'is', null).then(null).else(e.ref(key)).end(),
        ]),
      ),
      is_derived_away: false,
    }))
    .where('id', '=', id)
    .where('derived_round', '=', derived_round)
    .where('is_derived_away', '=', true)
    .execute();
}

export function keepLonger(
  e: ExpressionBuilder<Pick<Schema, 'derived_files'>, 'derived_files'>,
  time: string,
) {
  return e
    .case()
    .when('derived_files.kept_until', '<', time)
    .then(time)
    .else(e.ref('derived_files.kept_until'))
    .end();
}

/** Records that something was made of a file; it may be removed at once until it is first shown. */
export async function noteMade(db: Database, id: number, ownerId: number, now: string): Promise<void> {
  await db
    .insertInto('derived_files')
    .values({ file_id: id, owner_id: ownerId, kept_until: now })
    .onConflict((conflict) =>
      conflict.column('file_id').doUpdateSet((e) => ({
        kept_until: keepLonger(e, now),
        asked_at: null,
        is_refused: false,
      })),
    )
    .execute();
}

export async function noteRefused(db: Database, id: number, ownerId: number, now: string): Promise<void> {
  const refused = { asked_at: now, is_refused: true };
  await db
    .insertInto('derived_files')
    .values({ file_id: id, owner_id: ownerId, kept_until: now, ...refused })
    .onConflict((conflict) => conflict.column('file_id').doUpdateSet(refused))
    .execute();
}

/** Notes that files were shown and are kept to `until`; skips those already kept beyond `before`. */
export async function noteShownFiles(
  db: Database,
  ids: readonly number[],
  { before, until }: { before: string; until: string },
): Promise<void> {
  await db
    .insertInto('derived_files')
    .columns(['file_id', 'owner_id', 'kept_until'])
    .expression((e) =>
      e
        .selectFrom('files')
        .select(['id', 'owner_id', e.cast<string>(e.val(until), columnType(db)).as('until')])
        .where('id', 'in', ids)
        .orderBy('id'),
    )
    .onConflict((conflict) =>
      conflict
        .column('file_id')
        .doUpdateSet({ kept_until: until })
        .where('derived_files.kept_until', '<=', before),
    )
    .execute();
}

export function findAsked(db: Database, ids: readonly number[]) {
  return db
    .selectFrom('derived_files')
    .select(['file_id', 'asked_at', 'is_refused'])
    .where('file_id', 'in', ids)
    .execute();
}

/** Notes a request for a file; false when one was noted since `since`, or its pictures are not away. */
export async function noteAsked(
  db: Database,
  id: number,
  { now, since, until }: { now: string; since: string; until: string },
): Promise<boolean> {
  const asked = { asked_at: now, is_refused: false };
  const row = await db
    .insertInto('derived_files')
    .columns(['file_id', 'owner_id', 'kept_until', 'asked_at'])
    .expression((e) =>
      e
        .selectFrom('files')
        .select([
          'id',
          'owner_id',
          e.cast<string>(e.val(until), columnType(db)).as('until'),
          e.cast<string>(e.val(now), columnType(db)).as('asked'),
        ])
        .where('id', '=', id)
        .where('is_derived_away', '=', true),
    )
    .onConflict((conflict) =>
      conflict
        .column('file_id')
        .doUpdateSet((e) => ({ ...asked, kept_until: keepLonger(e, until) }))
        .where((e) =>
          e.or([e('derived_files.asked_at', 'is', null), e('derived_files.asked_at', '<=', since)]),
        ),
    )
    .returning('file_id')
    .executeTakeFirst();
  return row !== undefined;
}
