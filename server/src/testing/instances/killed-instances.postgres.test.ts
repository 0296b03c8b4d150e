import { expect, test } from 'vitest';
import { goOn, putUnderLoad } from '../../../../test-kit/bad-days/load.ts';
import { INSTANCES, useInstances } from './three-instances.ts';

/** Each round kills every instance once; `npm run test:large` uses more. */
const ROUNDS = Number(process.env['VITRIN_INSTANCE_ROUNDS'] ?? 1);
const PEOPLE = ['ada', 'bert', 'cleo'];

const running = useInstances();
const { prepare, products } = running;

test('killed in turn under load, they give no wrong answer', async () => {
  const people = await Promise.all(PEOPLE.map((name) => prepare(name)));
  const loads = people.map(({ freelancer, ...load }) => putUnderLoad(freelancer, load));
  for (let round = 0; round < ROUNDS; round += 1)
    for (let instance = 0; instance < INSTANCES; instance += 1) {
      await goOn(loads);
      await products[instance]?.kill();
      await goOn(loads);
      await running.restart(instance);
    }
  await goOn(loads);
  await Promise.all(loads.map((load) => load.stop()));

  // Each registered once and was mailed once, on any instance.
  const registered = PEOPLE.map((name) => `${name}@example.com`);
  const verifications = running.mails.recipients.filter((to) => registered.includes(to));
  expect(new Set(verifications)).toEqual(new Set(registered));
  const daily = await running.database
    .selectFrom('jobs')
    .select(({ fn }) => ['kind', fn.countAll<number>().as('count')])
    .where('kind', 'in', ['reconcile-payments', 'sweep-events'])
    .groupBy('kind')
    .execute();
  expect(daily.map(({ count }) => count)).toEqual(daily.map(() => 1));
  for (const product of products) expect(product.log()).not.toContain('Unexpected error');
}, 600_000);
