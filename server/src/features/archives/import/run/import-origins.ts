import { timestampOf } from '../../../../context.ts';
import type { Context } from '../../../../context.ts';
import type { Database } from '../../../../database/connect.ts';
import { lockUser } from '../../../../database/locks.ts';
import { inTransaction } from '../../../../database/transaction.ts';
import { rowPages } from '../../../../database/pages.ts';
import { valuesOf } from '../../carried/column-kinds.ts';
import { MAKER, ORIGIN } from '../../carried/columns.ts';
import type { ArchiveUpload } from '../import-queries.ts';
import type { Head } from '../groups.ts';

const ROWS_AT_ONCE = 200;

/** New ids of the installations that facts of an archive come from, by the ids that they have in it. */
export type Origins = { get: (origin: number) => number };

/** Records the archive's installation and the earlier ones that it names, with this installation's time. */
export async function importOrigins(
  context: Context,
  { id: import_id, owner_id }: Pick<ArchiveUpload, 'id' | 'owner_id'>,
  { freelancer, origins }: Head,
): Promise<Origins> {
  const { username, installation = null } = freelancer;
  const maker = { record: 'origin' as const, id: MAKER, freelancer: username, installation };
  await inTransaction(context, async (tx) => {
    await lockUser(tx.db, owner_id);
    const brought_at = timestampOf(tx);
    const rows = [maker, ...origins].map((origin) => ({
      ...valuesOf(ORIGIN, origin),
      owner_id,
      import_id,
      number: origin.id,
      brought_at,
    }));
    for await (const page of rowPages(rows, ROWS_AT_ONCE))
      await tx.db
        .insertInto('origins')
        .values(page)
        .onConflict((conflict) => conflict.columns(['owner_id', 'import_id', 'number']).doNothing())
        .execute();
  });
  const ids = await listOrigins(context.db, owner_id, import_id);
  return {
    get(origin) {
      const id = ids.get(origin);
      if (id === undefined) throw new Error(`The archive has no origin ${origin}`);
      return id;
    },
  };
}

async function listOrigins(db: Database, ownerId: number, importId: string): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('origins')
    .select(['id', 'number'])
    .where('owner_id', '=', ownerId)
    .where('import_id', '=', importId)
    .execute();
  return new Map(rows.map(({ id, number }) => [number, id]));
}
