import { expect, test } from 'vitest';
import { MAX_USERNAME_LENGTH, usernameKey } from '@vitrin/shared/rules/texts/names.ts';
import { usernameFinder } from './free-usernames.ts';

function finderAmong(taken: Set<string>) {
  let asked = 0;
  const find = usernameFinder(async (username) => {
    asked += 1;
    return taken.has(usernameKey(username));
  });
  const add = async (username: string) => {
    const found = await find(username);
    taken.add(usernameKey(found));
    return found;
  };
  return { add, asked: () => asked };
}

test('a name that is free stays as it is, another gets the first free number', async () => {
  const { add } = finderAmong(new Set(['ada', 'ada-2']));
  expect([await add('bea'), await add('Ada'), await add('ada')]).toEqual(['bea', 'Ada-3', 'ada-4']);
});

test('2000 long names with one beginning, in any letter case, take a few lookups each', async () => {
  const names = Array.from({ length: 2000 }, (_, index) => {
    const [beginning, end] = ['a'.repeat(120), String(index).padStart(30, '0')];
    return (index % 2 === 0 ? beginning : beginning.toUpperCase()) + end;
  });
  const { add, asked } = finderAmong(new Set(names.map(usernameKey)));
  const found = new Set<string>();
  for (const name of names) found.add(usernameKey(await add(name)));
  expect(found.size).toBe(names.length);
  expect(Math.max(...[...found].map((name) => name.length))).toBeLessThanOrEqual(MAX_USERNAME_LENGTH);
  expect(asked()).toBeLessThan(4 * names.length);
});

test('no character is cut in two', async () => {
  const name = `a${'\u{10330}'.repeat(74)}`;
  const { add } = finderAmong(new Set([name]));
  expect(await add(name)).toMatch(/^a\u{10330}{70}-2$/u);
});
