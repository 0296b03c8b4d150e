import { hash, verify } from '@node-rs/argon2';

/** OWASP's parameters for argon2id, which is the library's default variant: 19 MiB, two passes, one lane. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Longer passwords were never accepted, so none is hashed. */
const LONGEST = 128;

/** Slow on purpose, so never call it inside a transaction. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, PARAMETERS);
}

/** False without a hash (unknown account) too, after the same work, so that the time does not tell them apart. */
export async function isPasswordOf(
  passwordHash: string | null | undefined,
  password: string,
): Promise<boolean> {
  const isMatch = await verify(passwordHash ?? (await decoyHash()), password.slice(0, LONGEST + 1));
  return isMatch && passwordHash !== null && passwordHash !== undefined;
}

let decoy: Promise<string> | undefined;

function decoyHash(): Promise<string> {
  decoy ??= hashPassword('the password of nobody');
  return decoy;
}
