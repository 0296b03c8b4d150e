import { splitName } from '../grid/file-opening.ts';

/** Names as lines for programs (`exiftool -@ names.txt`); `./` protects names that look like options or comments. */
export function nameLines(names: readonly string[]): string {
  return names.map((name) => (/^[-#]/.test(name) ? `./${name}` : name)).join('\n');
}

/** Characters at which Lightroom's text filter begins another word, or which mean something beside a word there. */
const NO_WORD = /[\s,;!+"]+/;

/**
 * Text for Lightroom's filter "Text: Filename, Contains": for each picked name a word that no other name has, without
 * extensions where possible, because those of originals differ. `missing` are names without such a word.
 */
export function lightroomFilter(
  picked: readonly string[],
  others: readonly string[],
): { text: string; missing: string[] } {
  const rest = `\n${others.map(comparable).join('\n')}\n`;
  const missing: string[] = [];
  const words = picked.flatMap((name) => {
    const word = wordsOf(name).find((each) => !isIn(rest, each));
    if (word === undefined) missing.push(name);
    return word ?? [];
  });
  return { text: Array.from(new Set(words)).join(' '), missing };
}

/** The ways to find a name, those that keep most of it first; `+` before a word asks for its beginning. */
function wordsOf(name: string): string[] {
  const [base] = splitName(name);
  const parts = base.split(NO_WORD).filter(Boolean);
  const byLength = parts.toSorted((one, other) => other.length - one.length);
  const first = NO_WORD.test(base.charAt(0)) ? undefined : parts[0];
  const last = NO_WORD.test(base.charAt(base.length - 1)) ? undefined : parts.at(-1);
  const ended = last === undefined || base === name ? [] : [`${last}.`];
  const whole =
    first !== undefined && parts.length === 1 ? [`+${first}`, ...ended.map((each) => `+${each}`)] : [];
  return [...byLength, ...ended, ...whole, ...(parts.length > 1 && first !== undefined ? [`+${first}`] : [])];
}

function isIn(rest: string, word: string): boolean {
  return rest.includes(word.startsWith('+') ? `\n${comparable(word.slice(1))}` : comparable(word));
}

function comparable(text: string): string {
  return text.normalize('NFC').toLowerCase();
}
