import { LEAST_CAPABILITIES } from '@vitrin/shared/rules/capabilities.ts';
import { brotliDecompressSync } from 'node:zlib';
import type { Plan } from '@vitrin/shared/contract/plans.ts';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { readConfig } from '../../config/config.ts';

import { landingPages } from './landing-page.ts';

const choice = { language: 'en', isNamed: false } as const;
const plan: Plan = {
  id: 1,
  name: 'Starter',
  price_per_period: 29,
  currency: 'USD',
  description: '',
  features: [],
  is_popular: false,
  storage_limit_gb: 0,
  project_limit: 0,
  capabilities: LEAST_CAPABILITIES,
};

test('simultaneous visitors wait for the same page, which is rendered once', async () => {
  const { pageOf, rendered } = landingPagesWith(async () => [plan]);
  const [first, second] = await Promise.all([pageOf(choice), pageOf(choice)]);
  expect(first?.html).toContain('Starter');
  expect(brotliDecompressSync(first?.brotli ?? '').toString()).toBe(first?.html);
  expect(second).toBe(first);
  expect(rendered).toHaveLength(1);
});

test('after a minute the page shows a new price, and an unchanged page is not rendered again', async () => {
  let price = 29;
  const { pageOf, rendered, advance } = landingPagesWith(async () => [{ ...plan, price_per_period: price }]);
  const first = await pageOf(choice);
  advance(60_000);
  expect(await pageOf(choice)).toBe(first);
  expect(rendered).toHaveLength(1);
  price = 39;
  advance(59_999);
  expect(await pageOf(choice)).toBe(first);
  advance(1);
  const second = await pageOf(choice);
  expect(brotliDecompressSync(second?.brotli ?? '').toString()).toContain('"price_per_period":39');
});

test('a page is rendered again when the year of its copyright line has passed', async () => {
  const { pageOf, rendered, advance } = landingPagesWith(async () => [plan]);
  await pageOf(choice);
  advance(366 * 24 * 60 * 60 * 1000);
  await pageOf(choice);
  expect(rendered).toHaveLength(2);
});

test('a page rendered without its plans is not cached', async () => {
  let isBroken = true;
  const { pageOf } = landingPagesWith(async () => {
    if (isBroken) throw new Error('no database');
    return [plan];
  });
  await expect(pageOf(choice)).rejects.toThrow('no database');
  isBroken = false;
  expect((await pageOf(choice))?.html).toContain('Starter');
});

test('a failed rendering is not repeated for a minute', async () => {
  const { pageOf, rendered, advance, fail } = landingPagesWith(async () => [plan]);
  fail(true);
  expect(await pageOf(choice)).toBeUndefined();
  fail(false);
  expect(await pageOf(choice)).toBeUndefined();
  expect(rendered).toHaveLength(1);
  advance(60_000);
  expect((await pageOf(choice))?.html).toContain('Starter');
});

function landingPagesWith(plansOf: () => Promise<Plan[]>) {
  let time = 0;
  let isFailing = false;
  const rendered: unknown[] = [];
  const pageOf = landingPages(
    { now: () => new Date(time), config: readConfig({}), log: pino({ level: 'silent' }) },
    { en: '<html>' },
    plansOf,
    async (_page, data) => {
      rendered.push(data);
      if (isFailing) throw new Error('no process');
      return { html: JSON.stringify(data), preloads: '' };
    },
  );
  const advance = (milliseconds: number) => {
    time += milliseconds;
  };
  const fail = (isToFail: boolean) => {
    isFailing = isToFail;
  };
  return { pageOf, rendered, advance, fail };
}
