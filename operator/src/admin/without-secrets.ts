/** One line of a text from outside, with everything replaced that may be a token, a link or a password. */
export function withoutSecrets(text: string): string {
  return text
    .slice(0, 2000)
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[a-z][a-z0-9+]{1,20}:\/\/[^\s"'<>]*/gi, (address) => `${address.split('://')[0]}://...`)
    .replaceAll(/[\w-]{24,}/g, '...')
    .slice(0, 300)
    .trim();
}
