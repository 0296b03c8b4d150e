import { RICH_TEXT_TAGS } from '@vitrin/shared/rules/texts/rich-text.ts';

const ALLOWED: ReadonlySet<string> = new Set(RICH_TEXT_TAGS);
const WITHOUT_END = new Set(['br', 'hr', 'img']);
const HEADINGS = new Set(['h1', 'h2', 'h3', 'h4']);
const LISTS = new Set(['ul', 'ol']);
const BLOCKS = new Set(['p', ...HEADINGS, ...LISTS, 'li', 'pre', 'blockquote', 'hr']);

/** Deeper than any text a person writes; bounds the time that hostile nesting costs here and in browsers. */
const MAX_NESTING = 40;

/**
 * Writes HTML that the parser of the HTML standard reads exactly as written: every element is closed, in the order of
 * opening, and none stands where that parser would end another one or move it. A step takes at most time proportional
 * to MAX_NESTING.
 */
export function createHtmlWriter<Thing extends object>() {
  const pieces: (string | Thing)[] = [];
  const open: string[] = [];
  let isPreJustOpened = false;

  const closeFrom = (depth: number) => {
    while (open.length > depth) pieces.push(`</${open.pop()}>`);
  };
  const closeAt = (depth: number) => {
    if (depth >= 0) closeFrom(depth);
  };
  const makeRoomFor = (name: string) => {
    if (name === 'a') closeAt(open.lastIndexOf('a'));
    if (name === 'li') closeAt(openItem(open));
    if (!BLOCKS.has(name)) return;
    closeAt(open.lastIndexOf('p'));
    if (HEADINGS.has(name) && HEADINGS.has(open.at(-1) ?? '')) closeFrom(open.length - 1);
  };

  return {
    text(text: string): void {
      // Parsers drop a line break right after <pre>.
      const kept = isPreJustOpened ? text.replace(/^[\r\n]+/, '') : text;
      if (kept === '') return;
      isPreJustOpened = false;
      pieces.push(escapeText(kept));
    },

    /** Opens an element. One that is not on the allow-list, or nested too deep, is left out; its content stays. */
    start(name: string, attributes: readonly (readonly [string, string])[]): void {
      if (!ALLOWED.has(name)) return;
      makeRoomFor(name);
      const words = attributesText(attributes);
      const hasEnd = !WITHOUT_END.has(name);
      if (hasEnd && open.length >= MAX_NESTING) return;
      pieces.push(hasEnd ? `<${name}${words}>` : `<${name}${words} />`);
      if (hasEnd) open.push(name);
      isPreJustOpened = name === 'pre';
    },

    end(name: string): void {
      closeAt(open.lastIndexOf(name));
    },

    /** Writes a placeholder for a tag that stands inside a line. */
    place(thing: Thing): void {
      pieces.push(thing);
    },

    finish(): (string | Thing)[] {
      closeFrom(0);
      return pieces;
    },
  };
}

/** Index of the list item that a new one closes: one of the same list with only inline elements in between. */
function openItem(open: readonly string[]): number {
  for (let depth = open.length - 1; depth >= 0; depth -= 1) {
    const name = open[depth] ?? '';
    if (name === 'li') return depth;
    if (BLOCKS.has(name) && name !== 'p') return -1;
  }
  return -1;
}

export type HtmlWriter<Thing extends object> = ReturnType<typeof createHtmlWriter<Thing>>;

export function attributesText(attributes: readonly (readonly [string, string])[]): string {
  return attributes.map(([key, value]) => ` ${key}="${escapeValue(value)}"`).join('');
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Parsers turn all three kinds of line breaks into one, so they are written as that. */
function escapeText(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n').replaceAll(/[&<>]/g, (character) => ESCAPES[character] ?? '');
}

export function escapeValue(value: string): string {
  return value.replaceAll(/\r\n?/g, '\n').replaceAll(/[&<>"]/g, (character) => ESCAPES[character] ?? '');
}
