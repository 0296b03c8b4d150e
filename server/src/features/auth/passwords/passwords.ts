import { hash, verify } from '@node-rs/argon2';
import { MAX_PASSWORD_LENGTH, normalizedPassword } from '@vitrin/shared/contract/users.ts';

/** OWASP's parameters for argon2id, which is the library's default variant: 19 MiB, two passes, one lane. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hashes in NFC, as a Mac types "ü" as two characters (specification 3.17); slow, so never call it inside a transaction. */
export function hashPassword(password: string): Promise<string> {
  return hash(normalizedPassword(password), PARAMETERS);
}

/** Compares, at the same cost without a hash; the form as typed is tried too, in which earlier passwords were hashed. */
export async function isPasswordOf(
  passwordHash: string | null | undefined,
  password: string,
): Promise<boolean> {
  const hash = passwordHash ?? (await decoyHash());
  const forms = new Set([normalizedPassword(password), password.slice(0, MAX_PASSWORD_LENGTH + 1)]);
  let isMatch = false;
  for (const form of forms) isMatch ||= await verify(hash, form.slice(0, MAX_PASSWORD_LENGTH + 1));
  return isMatch && passwordHash !== null && passwordHash !== undefined;
}

let decoy: Promise<string> | undefined;

function decoyHash(): Promise<string> {
  decoy ??= hashPassword('the password of nobody');
  return decoy;
}
