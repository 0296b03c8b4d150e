/** Characters kept of what a mail server says when it refuses. */
const MOST_CHARACTERS = 200;

/**
 * What a mail server says when it refuses, for the freelancer to read: without the address that it repeats, which may be the
 * client's own.
 */
export function withoutAddresses(text: string): string {
  return text
    .slice(0, MOST_CHARACTERS)
    .split(/\s+/)
    .filter((word) => !word.includes('@'))
    .join(' ');
}
