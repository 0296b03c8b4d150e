import { hash as hashAsTyped } from '@node-rs/argon2';
import { afterAll, expect, test } from 'vitest';
import { hashing } from '../../../testing/hashing.ts';
import { hashPassword, isPasswordOf } from './passwords.ts';

hashing.isCheap = false;
afterAll(() => {
  hashing.isCheap = true;
});

test("passwords are hashed with argon2id by OWASP's parameters, each with a salt of its own", async () => {
  const [one, other] = [await hashPassword('petrol-green-window'), await hashPassword('petrol-green-window')];
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(one).not.toBe(other);
  expect(await isPasswordOf(one, 'petrol-green-window')).toBe(true);
  expect(await isPasswordOf(one, 'petrol-green-windox')).toBe(false);
});

const COMPOSED = 'Öğle-güneşi'.normalize('NFC');
const DECOMPOSED = COMPOSED.normalize('NFD');

test('a password works in the Unicode forms of a Mac and of Windows, whichever it was set in', async () => {
  for (const set of [COMPOSED, DECOMPOSED]) {
    const hash = await hashPassword(set);
    for (const typed of [COMPOSED, DECOMPOSED]) expect(await isPasswordOf(hash, typed)).toBe(true);
    expect(await isPasswordOf(hash, COMPOSED.replace('ş', 's'))).toBe(false);
  }
  const longest = 'é'.repeat(128);
  expect(await isPasswordOf(await hashPassword(longest), longest.normalize('NFD'))).toBe(true);
  expect(await isPasswordOf(await hashPassword(longest), `${longest}é`)).toBe(false);
});

test('an older password works in the form in which it was set', async () => {
  const old = await hashAsTyped(DECOMPOSED, { memoryCost: 1024, timeCost: 1, parallelism: 1 });
  expect(await isPasswordOf(old, DECOMPOSED)).toBe(true);
  expect(await isPasswordOf(old, COMPOSED)).toBe(false);
});

test('a second form of a password also costs its hash without an account', async () => {
  const hash = await hashPassword(COMPOSED);
  // The hash that stands in for a missing account is made once.
  await isPasswordOf(null, COMPOSED);
  const hashesOf = async (hash: string | null) => {
    const before = hashing.count;
    await isPasswordOf(hash, `${DECOMPOSED} wrong`);
    return hashing.count - before;
  };
  expect([await hashesOf(hash), await hashesOf(null)]).toEqual([2, 2]);
});
