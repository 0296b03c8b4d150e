import type { Insertable, Updateable } from 'kysely';
import type { Database } from '../../../database/connect.ts';
import { countRows } from '../../../database/row-counts.ts';
import type { EndpointDeliveriesTable } from '../../../database/tables/programs.ts';

export async function insertDeliveries(
  db: Database,
  rows: Insertable<EndpointDeliveriesTable>[],
): Promise<number[]> {
  if (rows.length === 0) return [];
  const inserted = await db.insertInto('endpoint_deliveries').values(rows).returning('id').execute();
  return inserted.map(({ id }) => id);
}

/** Returns a delivery with its event; the columns of the event are null for a test. */
export function findDelivery(db: Database, id: number) {
  return db
    .selectFrom('endpoint_deliveries')
    .leftJoin('program_events', 'program_events.id', 'endpoint_deliveries.event_id')
    .selectAll('endpoint_deliveries')
    .select(['program_events.type', 'program_events.data', 'program_events.created_at as happened_at'])
    .where('endpoint_deliveries.id', '=', id)
    .executeTakeFirst();
}

export type DeliveryRow = NonNullable<Awaited<ReturnType<typeof findDelivery>>>;

export function listDeliveries(
  db: Database,
  endpointId: number,
  { limit, offset }: { limit: number; offset: number },
): Promise<DeliveryRow[]> {
  return db
    .selectFrom('endpoint_deliveries')
    .leftJoin('program_events', 'program_events.id', 'endpoint_deliveries.event_id')
    .selectAll('endpoint_deliveries')
    .select(['program_events.type', 'program_events.data', 'program_events.created_at as happened_at'])
    .where('endpoint_deliveries.endpoint_id', '=', endpointId)
    .orderBy('endpoint_deliveries.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
}

export function countDeliveries(db: Database, endpointId: number): Promise<number> {
  return countRows(db.selectFrom('endpoint_deliveries').where('endpoint_id', '=', endpointId));
}

export function countLeases(db: Database, endpointId: number, now: string): Promise<number> {
  return countRows(
    db
      .selectFrom('endpoint_deliveries')
      .where('endpoint_id', '=', endpointId)
      .where('leased_until', '>', now),
  );
}

export function countWaiting(db: Database, endpointId: number): Promise<number> {
  return countRows(
    db.selectFrom('endpoint_deliveries').where('endpoint_id', '=', endpointId).where('state', '=', 'waiting'),
  );
}

export async function updateDelivery(
  db: Database,
  id: number,
  values: Updateable<EndpointDeliveriesTable>,
): Promise<void> {
  await db.updateTable('endpoint_deliveries').set(values).where('id', '=', id).execute();
}

/** Deletes some deliveries from before a time; those of events go with their events. */
export async function deleteSomeDeliveries(db: Database, before: string, limit: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('endpoint_deliveries')
    .where('id', 'in', (e) =>
      e.selectFrom('endpoint_deliveries').select('id').where('created_at', '<', before).limit(limit),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}
