import { linkKey } from '@vitrin/shared/rules/texts/link-key.ts';
import type { Kysely } from 'kysely';

type Links = { links: { id: number; title: string; address: string; search_key: string } };

const BATCH = 1000;

/**
 * Adds the keys by which links are found (specification 6.21). A link that an instance of the release before adds during
 * the upgrade is found once its title or address changes.
 */
export async function up(db: Kysely<Links>): Promise<void> {
  await db.schema
    .alterTable('links')
    .addColumn('search_key', 'text', (c) => c.notNull().defaultTo(''))
    .execute();
  for (let last = 0; ;) {
    const rows = await db
      .selectFrom('links')
      .select(['id', 'title', 'address'])
      .where('id', '>', last)
      .orderBy('id')
      .limit(BATCH)
      .execute();
    for (const { id, ...link } of rows) {
      await db
        .updateTable('links')
        .set({ search_key: linkKey(link) })
        .where('id', '=', id)
        .execute();
      last = id;
    }
    if (rows.length < BATCH) return;
  }
}
