import { emailKey, usernameKey } from '@vitrin/shared/rules/texts/names.ts';
import { type AdminContext, UsageError } from '../command.ts';
import { findPerson } from './queries.ts';

/** The person of this name or address, in upper or lower case. Throws UsageError when there is none. */
export async function requirePerson({ db }: AdminContext, word: string | undefined) {
  if (!word) throw new UsageError('The name of a user is missing.');
  const person = await findPerson(db, { username: usernameKey(word), email: emailKey(word) });
  if (!person) throw new UsageError(`There is no user ${word}.`);
  return person;
}
