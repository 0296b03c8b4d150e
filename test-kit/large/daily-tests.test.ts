import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { BEFORE_RELEASE, ON_BOTH, releaseTests, testsOnBoth } from './daily-tests.ts';

test('every room keeps the tests that represent it, and leaves others to the release', () => {
  const left = releaseTests();
  for (const [room, representatives] of Object.entries(BEFORE_RELEASE)) {
    expect(left.filter((file) => file.startsWith(`${room}/`)).length, room).toBeGreaterThan(0);
    for (const name of representatives) {
      expect(existsSync(`${room}/${name}.test.ts`), name).toBe(true);
      expect(left).not.toContain(`${room}/${name}.test.ts`);
    }
  }
});

test('no test is named twice for both databases', () => {
  const tests = testsOnBoth();
  expect(tests.filter((file, index) => tests.indexOf(file) !== index)).toEqual([]);
  expect(ON_BOTH.toSorted()).toEqual([...ON_BOTH]);
});

test('a name without a test is refused', () => {
  const noTest = 'no test is there';
  expect(() => testsOnBoth(['server/src/features/gone'])).toThrow(noTest);
  expect(() => releaseTests({ 'lab/gone': [] })).toThrow(noTest);
  expect(() => releaseTests({ 'lab/power-cuts': ['gone'] })).toThrow(noTest);
  expect(() => releaseTests({}, ['server/src/features/gone'])).toThrow(noTest);
});
