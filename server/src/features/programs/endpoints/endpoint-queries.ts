import type { Insertable, Selectable, Updateable } from 'kysely';
import { type Database, isPostgres } from '../../../database/connect.ts';
import { countRows } from '../../../database/row-counts.ts';
import { mainEmail } from '../../../database/main-email.ts';
import type { EndpointsTable } from '../../../database/tables/programs.ts';

export type EndpointRow = Selectable<EndpointsTable>;

export function listEndpoints(db: Database, ownerId: number): Promise<EndpointRow[]> {
  return db.selectFrom('endpoints').selectAll().where('owner_id', '=', ownerId).orderBy('id').execute();
}

export function listActive(db: Database, ownerIds: readonly number[]) {
  return db
    .selectFrom('endpoints')
    .select(['id', 'owner_id', 'types'])
    .where('owner_id', 'in', ownerIds)
    .where('stopped_at', 'is', null)
    .orderBy('id')
    .execute();
}

export function findEndpoint(db: Database, id: number): Promise<EndpointRow | undefined> {
  return db.selectFrom('endpoints').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Locks an endpoint until the transaction ends, so that what is counted of its deliveries stays true. */
export async function lockEndpoint(db: Database, id: number): Promise<void> {
  if (!isPostgres(db)) return;
  await db.selectFrom('endpoints').select('id').where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
}

export function countOlder(db: Database, { id, owner_id }: Pick<EndpointRow, 'id' | 'owner_id'>) {
  return countRows(db.selectFrom('endpoints').where('owner_id', '=', owner_id).where('id', '<', id));
}

export function insertEndpoint(db: Database, endpoint: Insertable<EndpointsTable>): Promise<EndpointRow> {
  return db.insertInto('endpoints').values(endpoint).returningAll().executeTakeFirstOrThrow();
}

export async function updateEndpoint(
  db: Database,
  id: number,
  values: Updateable<EndpointsTable>,
): Promise<void> {
  await db.updateTable('endpoints').set(values).where('id', '=', id).execute();
}

export async function stopEndpointsOf(
  db: Database,
  ownerId: number,
  stop: Pick<EndpointRow, 'stopped_at' | 'stop_reason'>,
): Promise<void> {
  await db
    .updateTable('endpoints')
    .set(stop)
    .where('owner_id', '=', ownerId)
    .where('stopped_at', 'is', null)
    .execute();
}

export async function deleteEndpointRow(db: Database, id: number): Promise<void> {
  await db.deleteFrom('endpoints').where('id', '=', id).execute();
}

export function findOwner(db: Database, id: number) {
  return db
    .selectFrom('users')
    .select(['users.id', 'users.username', 'users.language', 'users.signup_network', mainEmail.as('email')])
    .where('users.id', '=', id)
    .executeTakeFirst();
}
