import { expect, test } from 'vitest';
import { uploadTo } from '../../../testing/forms.ts';
import { sharedTestApp } from '../../../testing/shared-test-app.ts';
import type { Context } from '../../../context.ts';
import { RateLimitedError } from '../../../errors.ts';
import { holdCopy } from './held-copies.ts';

const setup = await sharedTestApp({ RATE_LIMITS: 'off' });

/** A copy of this many files, without a reader of their bytes. */
function copyOf(count: number) {
  const file = { bytes: Buffer.alloc(0), size: 0 };
  return { layout: { size: 0, segments: [] }, files: Array.from({ length: count }, () => file) };
}

test('copies of many files are held up to a bound in all and for each tenant', () => {
  const context = { ...setup.context } satisfies Context;
  const hold = (tenant: string, tag: string, count: number) => holdCopy(context, tenant, tag, copyOf(count));
  const first = hold('a', '1', 50_000);
  expect(() => hold('a', '2', 10_001)).toThrow(RateLimitedError);
  const own = hold('a', '2', 10_000);
  const other = hold('b', '3', 60_000);
  expect(() => hold('c', '4', 1)).toThrow(RateLimitedError);
  own.release();
  own.release();
  const next = hold('c', '4', 10_000);
  expect(() => hold('c', '5', 1)).toThrow(RateLimitedError);
  for (const { release } of [first, other, next]) release();
  // A single one of any size, while no other is held.
  hold('a', '6', 500_000).release();
});

test('copies with one tag are held once, until the last of their readers has left', () => {
  const context = { ...setup.context } satisfies Context;
  const first = holdCopy(context, 'a', '1', copyOf(60_000));
  const second = holdCopy(context, 'b', '1', copyOf(60_000));
  const third = holdCopy(context, 'b', '1', copyOf(60_000));
  expect(second.archive).toBe(first.archive);
  first.release();
  second.release();
  expect(holdCopy(context, 'a', '1', copyOf(60_000)).archive).toBe(third.archive);
  expect(() => holdCopy(context, 'c', '2', copyOf(60_001))).toThrow(RateLimitedError);
});

test('a request beyond the bound gets a time to retry, and one that has ended holds nothing', async () => {
  const owner = await setup.createFreelancer();
  const customer = await setup.createCustomer({ owner });
  const project = await setup.createProject({ owner, customer });
  const { id } = await setup.createVersion({ project });
  await uploadTo(owner.browser, id, Buffer.alloc(100_000, 1));
  const url = `/api/projects/${project.id}/offline/`;
  const { release } = holdCopy(setup.context, 'another', 'full', copyOf(120_000));
  const refused = await customer.browser.get(url);
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '30']);
  release();
  const { headers } = await customer.browser.get(url);
  const more: Record<string, string>[] = [
    { range: 'bytes=5-9' },
    { 'if-none-match': String(headers.etag) },
    { 'if-match': '"x"' },
  ];
  for (const each of more) await customer.browser.get(url, each);
  await customer.browser.request({ method: 'HEAD', url });
  await expect
    .poll(() => {
      const whole = holdCopy(setup.context, 'another', 'full', copyOf(120_000));
      whole.release();
      return whole.archive.files.length;
    })
    .toBe(120_000);
});
