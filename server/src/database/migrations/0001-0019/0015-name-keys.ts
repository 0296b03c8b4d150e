import type { Kysely } from 'kysely';
import { nameKey } from '@vitrin/shared/rules/texts/names.ts';

type Named = Record<'users' | 'projects', { id: number; name: string; username: string; name_key: string }>;

const BATCH = 1000;

/** Makes the keys of names with marks anew: â as a, é as e, ß as ss. */
export async function up(db: Kysely<Named>): Promise<void> {
  await renewKeys(db, 'users', 'username');
  await renewKeys(db, 'projects', 'name');
}

async function renewKeys(db: Kysely<Named>, table: keyof Named, column: 'name' | 'username'): Promise<void> {
  for (let last = 0; ;) {
    const rows = await db
      .selectFrom(table)
      .select(['id', `${column} as name`, 'name_key'])
      .where('id', '>', last)
      .orderBy('id')
      .limit(BATCH)
      .execute();
    for (const { id, name, name_key } of rows) {
      const key = nameKey(name);
      if (key !== name_key) await db.updateTable(table).set({ name_key: key }).where('id', '=', id).execute();
      last = id;
    }
    if (rows.length < BATCH) return;
  }
}
