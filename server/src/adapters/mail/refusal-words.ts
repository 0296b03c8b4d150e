const MOST_CHARACTERS = 200;

/** Returns the server's reason for the freelancer, without addresses, as one may be the client's own. */
export function withoutAddresses(text: string): string {
  return text
    .slice(0, MOST_CHARACTERS)
    .split(/\s+/)
    .filter((word) => !word.includes('@'))
    .join(' ');
}
