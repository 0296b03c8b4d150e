import type { Insertable, Selectable } from 'kysely';
import type { ReceiptStamp } from '@vitrin/shared/rules/receipts/receipt-lines.ts';
import type { Database } from '../../database/connect.ts';
import { PAGE_ROWS } from '../../database/pages.ts';
import { givesRow } from '../../database/row-counts.ts';
import { defineStatement } from '../../database/statement.ts';
import type {
  LedgerEntriesTable,
  LedgerHeadsTable,
  LedgerPeopleTable,
} from '../../database/tables/ledger.ts';

export type LedgerHead = Pick<Selectable<LedgerHeadsTable>, 'ledger' | 'entries' | 'hash'>;

const headOf = defineStatement({
  variants: {},
  build: (db, at: { projectId: number }) =>
    db
      .selectFrom('ledger_heads')
      .select(['ledger', 'entries', 'hash'])
      .where('project_id', '=', at.projectId),
});

export async function findHead(db: Database, projectId: number): Promise<LedgerHead | undefined> {
  const [head] = await headOf.run(db, { projectId });
  return head;
}

export function listHeads(
  db: Database,
  projectIds: number[],
): Promise<(LedgerHead & { project_id: number })[]> {
  return db
    .selectFrom('ledger_heads')
    .select(['project_id', 'ledger', 'entries', 'hash'])
    .where('project_id', 'in', projectIds)
    .orderBy('project_id')
    .execute();
}

type ProjectHead = LedgerHead & { project_id: number };

/** Writes the last lines of ledgers. They must come in a fixed order, so that two instances never deadlock. */
export async function saveHeads(db: Database, heads: readonly ProjectHead[]): Promise<void> {
  const [only] = heads;
  if (heads.length === 1 && only) await oneHead.run(db, only);
  else await headsUpsert(db, heads).execute();
}

const oneHead = defineStatement({
  variants: {},
  build: (db, { project_id, ledger, entries, hash }: ProjectHead) =>
    headsUpsert(db, [{ project_id, ledger, entries, hash }]),
});

function headsUpsert(db: Database, heads: readonly ProjectHead[]) {
  return db
    .insertInto('ledger_heads')
    .values(heads.map((head) => ({ ...head, ended_at: null, signature: null })))
    .onConflict((conflict) =>
      conflict
        .column('project_id')
        .doUpdateSet((e) => ({ entries: e.ref('excluded.entries'), hash: e.ref('excluded.hash') })),
    );
}

/** Lists ledgers with entries that no stamp confirms yet, those without a stamp first. */
export function listUnstamped(db: Database, limit: number) {
  return db
    .selectFrom('ledger_heads')
    .select(['project_id', 'entries', 'hash'])
    .where('ended_at', 'is', null)
    .whereRef('stamped_entries', '<', 'entries')
    .orderBy('stamped_entries')
    .orderBy('project_id')
    .limit(limit)
    .execute();
}

/** Keeps a stamp, unless there is one of more entries. */
export async function saveStamp(
  db: Database,
  projectId: number,
  { entries, hash, token, at }: { entries: number; hash: string; token: string; at: string },
): Promise<void> {
  await db
    .updateTable('ledger_heads')
    .set({ stamped_entries: entries, stamped_hash: hash, stamp: token, stamped_at: at })
    .where('project_id', '=', projectId)
    .where('stamped_entries', '<', entries)
    .execute();
}

export async function findStamp(db: Database, projectId: number): Promise<ReceiptStamp | undefined> {
  const row = await db
    .selectFrom('ledger_heads')
    .select(['stamped_entries', 'stamped_hash', 'stamp', 'stamped_at'])
    .where('project_id', '=', projectId)
    .executeTakeFirst();
  if (!row?.stamp || row.stamped_hash === null || row.stamped_at === null) return undefined;
  return { entries: row.stamped_entries, head: row.stamped_hash, at: row.stamped_at, token: row.stamp };
}

export async function endHead(
  db: Database,
  projectId: number,
  end: { ended_at: string; signature: string },
): Promise<void> {
  await db.updateTable('ledger_heads').set(end).where('project_id', '=', projectId).execute();
}

const LINES_AT_ONCE = 200;

export async function insertEntries(
  db: Database,
  entries: readonly Insertable<LedgerEntriesTable>[],
): Promise<void> {
  const [only] = entries;
  if (entries.length === 1 && only) return void (await oneEntry.run(db, only));
  for (let at = 0; at < entries.length; at += LINES_AT_ONCE)
    await db
      .insertInto('ledger_entries')
      .values(entries.slice(at, at + LINES_AT_ONCE))
      .execute();
}

const oneEntry = defineStatement({
  variants: {},
  build: (db, { project_id, number, line }: Insertable<LedgerEntriesTable>) =>
    db.insertInto('ledger_entries').values({ project_id, number, line }),
});

export async function listLines(
  db: Database,
  projectId: number,
  { after, last }: { after: number; last: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('ledger_entries')
    .select('line')
    .where('project_id', '=', projectId)
    .where('number', '>', after)
    .where('number', '<=', Math.min(last, after + PAGE_ROWS))
    .orderBy('number')
    .execute();
  return rows.map(({ line }) => line);
}

export async function findLine(db: Database, projectId: number, number: number): Promise<string | undefined> {
  const [line] = await listLines(db, projectId, { after: number - 1, last: number });
  return line;
}

/** Returns when the project with a ledger that ended with this line was deleted; undefined if there is none. */
export async function findEnd(
  db: Database,
  projectId: number,
  { number, hash }: { number: number; hash: string },
): Promise<string | undefined> {
  const row = await db
    .selectFrom('ledger_heads')
    .select('ended_at')
    .where('project_id', '=', projectId)
    .where('entries', '=', number)
    .where('hash', '=', hash)
    .executeTakeFirst();
  return row?.ended_at ?? undefined;
}

export function listPeople(db: Database, projectId: number): Promise<Selectable<LedgerPeopleTable>[]> {
  return db
    .selectFrom('ledger_people')
    .selectAll()
    .where('project_id', '=', projectId)
    .orderBy('user_id')
    .execute();
}

export function listPeopleOf(db: Database, projectIds: number[]) {
  return db
    .selectFrom('ledger_people')
    .select(['project_id', 'user_id', 'person'])
    .where('project_id', 'in', projectIds)
    .execute();
}

export async function insertPeople(
  db: Database,
  people: readonly Insertable<LedgerPeopleTable>[],
): Promise<void> {
  await db.insertInto('ledger_people').values(people).execute();
}

export async function listUsernames(db: Database, ids: number[]): Promise<Map<number, string>> {
  const rows = await db.selectFrom('users').select(['id', 'username']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, username }) => [id, username]));
}

/** Keeps a key that is not known yet; for one that is, nothing is written, which works while nothing may be. */
export async function insertKey(db: Database, public_key: string, created_at: string): Promise<void> {
  if (await givesRow(db.selectFrom('receipt_keys').select('public_key').where('public_key', '=', public_key)))
    return;
  await db
    .insertInto('receipt_keys')
    .values({ public_key, created_at })
    .onConflict((conflict) => conflict.column('public_key').doNothing())
    .execute();
}

/** Withdraws a key from a moment on; an earlier withdrawal stays. */
export async function saveWithdrawal(db: Database, public_key: string, withdrawn_at: string): Promise<void> {
  await db
    .updateTable('receipt_keys')
    .set({ withdrawn_at })
    .where('public_key', '=', public_key)
    .where((e) => e.or([e('withdrawn_at', 'is', null), e('withdrawn_at', '>', withdrawn_at)]))
    .execute();
}

export function listKeys(db: Database) {
  return db
    .selectFrom('receipt_keys')
    .select(['public_key', 'created_at', 'withdrawn_at'])
    .orderBy('created_at')
    .orderBy('public_key')
    .execute();
}
