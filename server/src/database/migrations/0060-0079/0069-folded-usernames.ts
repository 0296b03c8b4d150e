import { FOLDED_APART, foldedKey } from '@vitrin/shared/rules/texts/names.ts';
import type { Kysely } from 'kysely';
import { columnsOf } from '../../migration-columns.ts';

type Users = { users: { id: number; username: string; folded_key: string | null } };

const BATCH = 1000;

/** Adds folded names (specification 3.1); of earlier names that fold alike the oldest gets the key, others add their id. */
export async function up(db: Kysely<Users>): Promise<void> {
  await db.schema.alterTable('users').addColumn('folded_key', columnsOf(db).key).execute();
  await db.schema.createIndex('users_folded').on('users').column('folded_key').unique().execute();
  for (let last = 0; ;) {
    const rows = await db
      .selectFrom('users')
      .select(['id', 'username'])
      .where('id', '>', last)
      .orderBy('id')
      .limit(BATCH)
      .execute();
    for (const { id, username } of rows) {
      const key = foldedKey(username);
      const first = await db
        .selectFrom('users')
        .select('id')
        .where('folded_key', '=', key)
        .executeTakeFirst();
      const folded_key = first ? key + FOLDED_APART + id : key;
      await db.updateTable('users').set({ folded_key }).where('id', '=', id).execute();
      last = id;
    }
    if (rows.length < BATCH) return;
  }
}
