import { MAX_USERNAME_LENGTH, usernameKey } from '@vitrin/shared/rules/texts/names.ts';

/** Longest number behind a username, with its dash. */
const MARK_LENGTH = 8;

/** Finds free usernames, remembering taken numbers of a beginning, so that thousands of equal beginnings stay fast. */
export function usernameFinder(
  isTaken: (username: string) => Promise<boolean>,
): (username: string) => Promise<string> {
  const next = new Map<string, number>();
  return async (username) => {
    if (!(await isTaken(username))) return username;
    // Without half of a character at its end.
    const beginning = username.slice(0, MAX_USERNAME_LENGTH - MARK_LENGTH).replace(/[\ud800-\udbff]$/, '');
    const key = usernameKey(beginning);
    for (let number = next.get(key) ?? 2; ; number += 1) {
      const candidate = `${beginning}-${number}`;
      if (await isTaken(candidate)) continue;
      next.set(key, number + 1);
      return candidate;
    }
  };
}
