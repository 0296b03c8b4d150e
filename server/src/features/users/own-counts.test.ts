import { expect, test } from 'vitest';
import type { User } from '@vitrin/shared/contract/users.ts';
import { GIB } from '@vitrin/shared/rules/storage/storage.ts';
import type { Person } from '../../testing/factories.ts';
import { sharedTestApp } from '../../testing/shared-test-app.ts';
import { createTestApp } from '../../testing/test-app.ts';

const setup = await sharedTestApp();

async function meOf({ browser, id }: Person): Promise<User> {
  return (await browser.get(`/api/users/${id}/`)).json<User>();
}

test('a new installation has no account', async () => {
  const anew = await createTestApp();
  expect(await anew.db.selectFrom('users').select('id').execute()).toEqual([]);
  await anew.close();
});

test('the address and the number of projects of a user are shown to that user only', async () => {
  const [first, second] = [await setup.createFreelancer(), await setup.createFreelancer()];
  const [client, idle] = [
    await setup.createCustomer({ owner: first }),
    await setup.createCustomer({ owner: first }),
  ];
  await setup.createProject({ owner: first });
  await setup.createProject({ owner: first, customer: client });
  await setup.createProject({ owner: second });
  const counts = [first, second, client, idle].map(async (person) => (await meOf(person)).project_count);
  expect(await Promise.all(counts)).toEqual([2, 1, 1, 0]);
  expect((await meOf(second)).email).toBe(`${second.username}@example.com`.toLowerCase());
  expect((await meOf(idle)).email).not.toBe((await meOf(first)).email);
});

test('a write changes only the display name of a record and ignores every other field', async () => {
  const owner = await setup.createFreelancer();
  const customer = await setup.createCustomer({ owner });
  const rowOf = ({ id }: Person) =>
    setup.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  for (const person of [owner, customer]) {
    const { display_name: _name, name_key: _key, ...before } = await rowOf(person);
    const more = { id: 1, user_type: 'freelancer', owner_id: null, extra_storage_gb: 99, password_hash: 'x' };
    const body = { display_name: 'Ada L.', isFreelancer: true, used_storage: 0, language: 'tr', ...more };
    expect((await person.browser.patch(`/api/users/${person.id}/`, body)).statusCode).toBe(200);
    expect(await rowOf(person)).toMatchObject({ ...before, display_name: 'Ada L.' });
  }
});

test('a subscription and used storage are those of freelancers; a customer has neither', async () => {
  const owner = await setup.createFreelancer();
  const customer = await setup.createCustomer({ owner });
  const project = await setup.createProject({ owner, customer });
  await setup.createFile({ version: await setup.createVersion({ project }), size_bytes: GIB / 4 });
  expect(await meOf(owner)).toMatchObject({
    isFreelancer: true,
    used_storage: 0.25,
    subscription: { plan: { name: 'Starter' } },
  });
  expect(await meOf(customer)).toMatchObject({ isFreelancer: false, used_storage: 0, subscription: null });
});
