import { randomInt } from 'node:crypto';
import { Username } from '@vitrin/shared/contract/users.ts';
import { MAX_USERNAME_LENGTH } from '@vitrin/shared/rules/texts/names.ts';
import type { Identity } from '../../../adapters/identity/identity-provider.ts';
import type { Database } from '../../../database/connect.ts';
import { isUsernameRefused } from '../../users/chosen-names.ts';
import { isUsernameTaken } from '../../users/service.ts';

/** Numbers tried before a random one: ayse, ayse2, ayse3, ayse4. */
const SMALL_NUMBERS = [2, 3, 4];

/** Returns a free username made from the identity; undefined when nothing of it makes one. */
export async function proposeUsername(db: Database, identity: Identity): Promise<string | undefined> {
  const base = baseOf(identity);
  if (base === undefined) return undefined;
  const numbers = ['', ...SMALL_NUMBERS, randomInt(10_000, 100_000)].map(String);
  for (const number of numbers) {
    const name = shorten(base, MAX_USERNAME_LENGTH - number.length) + number;
    if (!(await isUsernameTaken(db, name))) return name;
  }
  return undefined;
}

function baseOf({ username, email, name }: Identity): string | undefined {
  const candidates = [username, email?.split('@')[0], name?.trim().replaceAll(/\s+/g, '.')];
  for (const candidate of candidates) {
    const cleaned = candidate
      ?.slice(0, MAX_USERNAME_LENGTH)
      .normalize('NFKC')
      .replaceAll(/[^\p{L}\p{N}\p{M}@.+\-_]/gu, '');
    const parsed = Username.safeParse(cleaned);
    if (parsed.success && !isUsernameRefused(parsed.data)) return parsed.data;
  }
  return undefined;
}

/** Cuts between characters, never inside one of two UTF-16 units. */
function shorten(name: string, length: number): string {
  return name.slice(0, length).replace(/[\ud800-\udbff]$/, '');
}
