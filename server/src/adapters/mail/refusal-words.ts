const MOST_CHARACTERS = 200;

/** For the freelancer, without the address that servers repeat: it may be the client's own. */
export function withoutAddresses(text: string): string {
  return text
    .slice(0, MOST_CHARACTERS)
    .split(/\s+/)
    .filter((word) => !word.includes('@'))
    .join(' ');
}
