import { brotliDecompressSync } from 'node:zlib';
import type { Plan } from '@vitrin/shared/contract/plans.ts';
import { PLANS_DATA_MARK, placeholderPlan } from '@vitrin/shared/rules/landing-template.ts';
import { expect, test } from 'vitest';
import { readConfig } from '../../config.ts';
import { landingPages } from './landing-page.ts';

const choice = { language: 'en', isNamed: false } as const;
const plan: Plan = { ...placeholderPlan('en'), name: 'Starter', price_per_period: 0 };

test('visitors who come at once wait for the same page, which is filled once', async () => {
  let asked = 0;
  const pageOf = landingPagesWith(async () => {
    asked += 1;
    return [plan];
  });
  const [first, second] = await Promise.all([
    pageOf(choice, PLANS_DATA_MARK),
    pageOf(choice, PLANS_DATA_MARK),
  ]);
  expect(first.html).toContain('Starter');
  expect(brotliDecompressSync(first.brotli).toString()).toBe(first.html);
  expect(second).toBe(first);
  expect(asked).toBe(1);
});

test('after a minute the page has the new price, and is compressed again only for one', async () => {
  let time = 0;
  let price = 29;
  const pageOf = landingPagesWith(
    async () => [{ ...plan, price_per_period: price }],
    () => new Date(time),
  );
  const first = await pageOf(choice, PLANS_DATA_MARK);
  time += 60_000;
  expect(await pageOf(choice, PLANS_DATA_MARK)).toBe(first);
  price = 39;
  time += 60_000;
  const second = await pageOf(choice, PLANS_DATA_MARK);
  expect(brotliDecompressSync(second.brotli).toString()).toContain('"price_per_period":39');
});

test('a page that could not be filled is not kept', async () => {
  let isBroken = true;
  const pageOf = landingPagesWith(async () => {
    if (isBroken) throw new Error('no database');
    return [plan];
  });
  await expect(pageOf(choice, PLANS_DATA_MARK)).rejects.toThrow('no database');
  isBroken = false;
  expect((await pageOf(choice, PLANS_DATA_MARK)).html).toContain('Starter');
});

function landingPagesWith(plansOf: () => Promise<Plan[]>, now = () => new Date(0)) {
  return landingPages({ now, config: readConfig({}) }, plansOf);
}
