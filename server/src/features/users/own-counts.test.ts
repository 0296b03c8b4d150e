import { expect, test } from 'vitest';
import type { User } from '@vitrin/shared/contract/users.ts';
import { GIB } from '@vitrin/shared/rules/storage.ts';
import type { Person } from '../../testing/factories.ts';
import { sharedTestApp } from '../../testing/shared-test-app.ts';

const setup = await sharedTestApp();

async function meOf({ browser, id }: Person): Promise<User> {
  return (await browser.get(`/api/users/${id}/`)).json<User>();
}

test('the address and the number of projects of a user are of nobody else', async () => {
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
