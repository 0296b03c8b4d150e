import type { Page } from '@vitrin/shared/contract/common.ts';
import type { Plan } from '@vitrin/shared/contract/plans.ts';
import { UNLIMITED_PROJECTS } from '@vitrin/shared/rules/storage/quota.ts';
import { expect, test } from 'vitest';
import { untruePromisesIn } from '../../../../test-kit/untrue-promises.ts';
import { sharedTestApp } from '../../testing/shared-test-app.ts';

const setup = await sharedTestApp();

async function plansIn(language: string): Promise<Plan[]> {
  const answer = await setup.createBrowser().get('/api/subscription_plans/', {
    'accept-language': language,
  });
  return answer.json<Page<Plan>>().results;
}

/** Specification 7.1. */
const TABLE = [
  ['Starter', 0, 0, 3, 0.5, false],
  ['Professional', 29, 899, UNLIMITED_PROJECTS, 10, true],
  ['Enterprise', 99, 2999, UNLIMITED_PROJECTS, 100, false],
] as const;

test('anybody can read the three plans of the specification, in both currencies', async () => {
  const row = (plan: Plan) => [
    plan.name,
    plan.price_per_period,
    plan.currency,
    plan.project_limit,
    plan.storage_limit_gb,
    plan.is_popular,
  ];
  const expected = (currency: 'USD' | 'TRY') =>
    TABLE.map(([name, usd, lira, projects, storage, popular]) => [
      name,
      currency === 'USD' ? usd : lira,
      currency,
      projects,
      storage,
      popular,
    ]);
  expect((await plansIn('en')).map(row)).toEqual(expected('USD'));
  expect((await plansIn('tr')).map(row)).toEqual(expected('TRY'));
});

test('descriptions and features are in the language of the reader, names are not', async () => {
  const [english, turkish] = [await plansIn('en'), await plansIn('tr')];
  for (const [index, plan] of english.entries()) {
    const other = turkish[index];
    expect(other?.name).toBe(plan.name);
    expect(other?.description).not.toBe(plan.description);
    expect(other?.features).toHaveLength(plan.features.length);
    for (const feature of plan.features) expect(other?.features).not.toContain(feature);
  }
  expect(english.map(({ features }) => features)).toEqual([
    ['Up to 3 projects', '500MB storage', 'Analytics: totals of 7, 30 and 90 days'],
    [
      'Unlimited projects',
      '10GB storage',
      'Analytics of any period, with comparison and CSV',
      'Up to 5 tokens for programs',
    ],
    [
      'Unlimited projects',
      '100GB storage',
      'Analytics of any period, with comparison, CSV and boards of your own by email',
      'Up to 20 tokens for programs',
      'Up to 10 webhooks',
    ],
  ]);
});

test('no text of a plan promises a feature that an installation lacks', async () => {
  const texts = await setup.db
    .selectFrom('plan_texts')
    .select(['language', 'description', 'features'])
    .execute();
  expect(texts).toHaveLength(TABLE.length * 2);
  for (const text of texts) expect(untruePromisesIn(Object.values(text).join(' '))).toEqual([]);
});
