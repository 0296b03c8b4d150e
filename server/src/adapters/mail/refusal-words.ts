/** Characters kept of a mail server's refusal. */
const MOST_CHARACTERS = 200;

/**
 * Reason that a mail server gives for a refusal, for the freelancer to read: without the address that it repeats, which may be the
 * client's own.
 */
export function withoutAddresses(text: string): string {
  return text
    .slice(0, MOST_CHARACTERS)
    .split(/\s+/)
    .filter((word) => !word.includes('@'))
    .join(' ');
}
