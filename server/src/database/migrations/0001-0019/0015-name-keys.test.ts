import { nameKey } from '@vitrin/shared/rules/texts/names.ts';
import { expect, test } from 'vitest';
import { sharedTestApp } from '../../../testing/shared-test-app.ts';
import { up } from './0015-name-keys.ts';

const setup = await sharedTestApp();

test('every stored name gets the current key, however many names there are', async () => {
  const { db } = setup;
  const owner = await setup.createFreelancer();
  await setup.createCustomer({ owner, username: 'Kâmuran' });
  await setup.createProject({ owner, name: 'Straße' });
  const row = await db.selectFrom('projects').selectAll().executeTakeFirstOrThrow();
  const { id: _id, ...project } = row;
  for (let made = 0; made < 2100; made += 300)
    await db
      .insertInto('projects')
      .values(Array.from({ length: 300 }, (_, index) => ({ ...project, name: `Café ${made + index}` })))
      .execute();
  await db.updateTable('users').set({ name_key: 'of before' }).execute();
  await db.updateTable('projects').set({ name_key: 'of before' }).execute();

  await up(db as unknown as Parameters<typeof up>[0]);

  const users = await db.selectFrom('users').select(['username', 'name_key']).execute();
  for (const { username, name_key } of users) expect(name_key).toBe(nameKey(username));
  const projects = await db.selectFrom('projects').select(['name', 'name_key']).execute();
  expect(projects).toHaveLength(2101);
  for (const { name, name_key } of projects) expect(name_key).toBe(nameKey(name));
});
