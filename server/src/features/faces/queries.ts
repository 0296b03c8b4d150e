import type { Insertable } from 'kysely';
import type { Database } from '../../database/connect.ts';
import type { Schema } from '../../database/schema.ts';

type FaceValues = Omit<Insertable<Schema['faces']>, 'owner_id'>;

export async function saveFace(db: Database, ownerId: number, values: FaceValues): Promise<void> {
  await db
    .insertInto('faces')
    .values({ ...values, owner_id: ownerId })
    .onConflict((conflict) => conflict.column('owner_id').doUpdateSet(values))
    .execute();
}

export async function deleteFace(db: Database, ownerId: number): Promise<void> {
  await db.deleteFrom('faces').where('owner_id', '=', ownerId).execute();
}
