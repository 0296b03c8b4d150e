import type { Insertable, Selectable } from 'kysely';
import { type Database, isPostgres } from '../../database/connect.ts';
import { givesRow } from '../../database/row-counts.ts';
import type { DeliveriesTable, PlaysTable } from '../../database/tables/deliveries.ts';

export type NewDelivery = Omit<Insertable<DeliveriesTable>, 'id'>;

const COLUMNS = [
  'file_id',
  'user_id',
  'device',
  'ranges',
  'began_at',
  'last_at',
  'completed_at',
  'handed_at',
] as const;

export type Delivery = Pick<Selectable<DeliveriesTable>, (typeof COLUMNS)[number]>;

/** Locks deliveries and makes missing rows, so that two instances that begin the same delivery wait for each other. */
export async function lockDeliveries(db: Database, wanted: NewDelivery[]): Promise<Delivery[]> {
  const idsOf = (column: 'file_id' | 'user_id') => [...new Set(wanted.map((row) => row[column]))];
  if (isPostgres(db))
    await db
      .insertInto('deliveries')
      .values(wanted)
      .onConflict((conflict) => conflict.columns(['file_id', 'user_id', 'device']).doNothing())
      .execute();
  return db
    .selectFrom('deliveries')
    .select(COLUMNS)
    .where('file_id', 'in', idsOf('file_id'))
    .where('user_id', 'in', idsOf('user_id'))
    .orderBy('file_id')
    .orderBy('user_id')
    .orderBy('device')
    .$if(isPostgres(db), (query) => query.forNoKeyUpdate())
    .execute();
}

/** Writes how far deliveries are. They must come in a fixed order, so that two instances never deadlock. */
export async function saveDeliveries(db: Database, rows: NewDelivery[]): Promise<void> {
  await db
    .insertInto('deliveries')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['file_id', 'user_id', 'device']).doUpdateSet((e) => ({
        ranges: e.ref('excluded.ranges'),
        covered_bytes: e.ref('excluded.covered_bytes'),
        last_at: e.ref('excluded.last_at'),
        completed_at: e.ref('excluded.completed_at'),
        handed_at: e.ref('excluded.handed_at'),
      })),
    )
    .execute();
}

type OfUser = { version_id: number; user_id: number };

/** Deliveries of files of a version that a user has, or was sent to the store for. */
function finishedOf(db: Database, { version_id, user_id }: OfUser) {
  return db
    .selectFrom('deliveries')
    .innerJoin('files', 'files.id', 'deliveries.file_id')
    .where('files.version_id', '=', version_id)
    .where('deliveries.user_id', '=', user_id)
    .where((e) =>
      e.or([e('deliveries.completed_at', 'is not', null), e('deliveries.handed_at', 'is not', null)]),
    );
}

export function listFinished(db: Database, of: OfUser) {
  return finishedOf(db, of).select(['deliveries.file_id', 'deliveries.device']).execute();
}

export function hasUnfinished(db: Database, of: OfUser): Promise<boolean> {
  return givesRow(
    db
      .selectFrom('files as wanted')
      .select('wanted.id')
      .where('wanted.version_id', '=', of.version_id)
      .where('wanted.id', 'not in', finishedOf(db, of).select('deliveries.file_id'))
      .limit(1),
  );
}

/** Stores how much was played unless a larger value is stored; imported plays do not count. */
export async function savePlay(db: Database, play: Insertable<PlaysTable>): Promise<void> {
  await db
    .insertInto('plays')
    .values(play)
    .onConflict((conflict) =>
      conflict.columns(['file_id', 'user_id', 'device']).doUpdateSet((e) => ({
        percent: e
          .case()
          .when(
            e.or([e('plays.origin_id', 'is not', null), e('plays.percent', '<', e.ref('excluded.percent'))]),
          )
          .then(e.ref('excluded.percent'))
          .else(e.ref('plays.percent'))
          .end(),
        last_at: e.ref('excluded.last_at'),
        origin_id: null,
      })),
    )
    .execute();
}

/** Deletes played parts of files that were last played before a time. Resolves to their number. */
export async function deleteOldPlays(db: Database, before: string, limit: number): Promise<number> {
  const oldest = db
    .selectFrom('plays')
    .select(['user_id', 'file_id', 'device'])
    .where('last_at', '<', before)
    .limit(limit);
  const result = await db
    .deleteFrom('plays')
    .where((e) =>
      e(e.refTuple('user_id', 'file_id', 'device'), 'in', oldest.$asTuple('user_id', 'file_id', 'device')),
    )
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}
