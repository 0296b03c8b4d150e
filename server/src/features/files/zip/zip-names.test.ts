import { expect, test, vi } from 'vitest';
import { turnsDuring } from '@vitrin/engine/testing/turns-during.ts';
import { zipNames } from './zip-names.ts';

test('names in an archive are unique in any case, and safe on Windows', async () => {
  expect(await zipNames(['a.txt', 'A.txt', 'a.txt', 'a (2).txt', 'what?.txt', 'dots...', '...'])).toEqual([
    'a.txt',
    'A (2).txt',
    'a (3).txt',
    'a (2) (2).txt',
    'what_.txt',
    'dots',
    'file',
  ]);
});

test('twice as many files of one name take twice the steps to number', async () => {
  const stepsFor = async (length: number) => {
    const steps = vi.spyOn(String.prototype, 'toLowerCase');
    const names = await zipNames(Array.from({ length }, () => 'plan.pdf'));
    const { length: taken } = steps.mock.calls;
    steps.mockRestore();
    expect(new Set(names).size).toBe(length);
    return taken;
  };
  expect(await stepsFor(2000)).toBeLessThanOrEqual(2 * (await stepsFor(1000)) + 10);
});

test('while 1,000 files are named, others get their turn', async () => {
  const names = Array.from({ length: 1000 }, (_, index) => `${index}.txt`);
  expect(await turnsDuring(() => zipNames(names))).toBeGreaterThanOrEqual(3);
});

test('names in an archive can be written by any file system', async () => {
  const names = await zipNames(['CON', 'nul.txt', 'Com1.tar.gz', 'console.log', 'ş'.repeat(251) + '.txt']);
  expect(names.slice(0, 4)).toEqual(['CON_', 'nul_.txt', 'Com1_.tar.gz', 'console.log']);
  expect(names[4]).toMatch(/^ş+\.txt$/);
  const long = await zipNames(Array.from({ length: 120 }, () => '🎬'.repeat(126) + '.mp4'));
  expect(new Set(long).size).toBe(120);
  for (const name of long) expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255);
});
