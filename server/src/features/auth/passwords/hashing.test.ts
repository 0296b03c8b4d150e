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
