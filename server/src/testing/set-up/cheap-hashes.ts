import type * as Argon2 from '@node-rs/argon2';
import { vi } from 'vitest';

/**
 * Passwords of tests are hashed at the least cost argon2 knows, a thousandth of the product's: most tests only want
 * somebody to be signed in. The product itself has no such setting; what it hashes with is held by passwords.test.ts.
 */
vi.mock('@node-rs/argon2', async (importOriginal) => {
  const { hash, ...rest } = await importOriginal<typeof Argon2>();
  const cheap: typeof hash = (password, options, ...others) =>
    hash(password, { ...options, memoryCost: 8, timeCost: 1 }, ...others);
  return { ...rest, hash: cheap };
});
