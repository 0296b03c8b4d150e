import type * as Argon2 from '@node-rs/argon2';
import { vi } from 'vitest';

/**
 * Passwords of tests are hashed at the lowest cost argon2 allows, a thousandth of the product's: most tests only
 * need a session. The product itself has no such setting; hashing.test.ts checks its cost. Workers load a module
 * once for many test files, so these change `hashing` instead of replacing argon2 themselves.
 */
vi.mock('@node-rs/argon2', async (importOriginal) => {
  const { hash, verify, ...rest } = await importOriginal<typeof Argon2>();
  const { hashing } = await import('../hashing.ts');
  return {
    ...rest,
    hash: (password, options, ...others) => {
      hashing.count += 1;
      const cost = hashing.isCheap ? { memoryCost: 8, timeCost: 1 } : {};
      return hash(password, { ...options, ...cost }, ...others);
    },
    verify: (...given) => {
      hashing.count += 1;
      return verify(...given);
    },
  } satisfies typeof Argon2;
});
