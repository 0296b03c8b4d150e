import { usernameKey } from '@vitrin/shared/rules/texts/names.ts';
import { expect, onTestFinished, test } from 'vitest';
import { findAccountByUsername } from '../../../features/auth/queries.ts';
import { isUsernameTaken } from '../../../features/users/service.ts';
import { freshDatabase } from '../../../testing/database/fresh-database.ts';
import { migrateTo, runMigrations } from '../../migrate.ts';
import { inTransaction } from '../../transaction.ts';

const NAMES = ['Işık', 'İlkay', 'ilkay', 'ılkay'];

test('an old username is found with another i if it is the only such one, and is never assigned again', async () => {
  const { db, dropDatabase } = await freshDatabase();
  onTestFinished(async () => {
    await db.destroy();
    await dropDatabase();
  });
  await migrateTo(db, '0068-progress-of-unfinished');
  const created_at = '2026-02-01T00:00:00.000Z';
  const user = { user_type: 'freelancer', password_hash: null, language: 'en', created_at } as const;
  const blank = { owner_id: null, password_changed_at: null, last_login_at: null, last_seen: null };
  await inTransaction({ db }, ({ db: tx }) =>
    tx
      .insertInto('users')
      .values(
        NAMES.map((username) => ({
          username,
          username_key: usernameKey(username),
          name_key: username,
          ...user,
          ...blank,
        })),
      )
      .execute(),
  );
  await runMigrations(db);
  const found = async (name: string) => (await findAccountByUsername(db, name))?.username;
  for (const name of ['Işık', 'ışık', 'IŞIK', 'işik']) expect(await found(name)).toBe('Işık');
  for (const name of ['İlkay', 'ilkay', 'ılkay']) expect(await found(name)).toBe(name);
  expect(await found('ILKAY')).toBe('ilkay');
  expect(await found('ilkáy')).toBeUndefined();
  for (const name of ['ışık', 'ilkáy']) expect(await isUsernameTaken(db, name)).toBe(true);
  for (const name of ['Isik', 'ilka', 'ilkaya']) expect(await isUsernameTaken(db, name)).toBe(false);

  // Once the oldest account is deleted, the others still share a folded name.
  await db.deleteFrom('users').where('username', '=', 'İlkay').execute();
  expect([await isUsernameTaken(db, 'İlkay'), await found('İlkay')]).toEqual([true, undefined]);
});
