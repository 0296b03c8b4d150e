import {
  ALLOWED,
  BLOCKS,
  CELLS,
  HEADINGS,
  ROW_ENDS,
  TABLE_PARTS,
  WITHOUT_END,
  endsLine,
} from './rich-text-elements.ts';

/** Deeper than any written text; bounds the time of hostile nesting here and in browsers. */
const MAX_NESTING = 40;
const LEVELS_OF_A_TABLE = 4;

const SAME_AS: Record<string, string> = { del: 's', strike: 's' };

type Attributes = readonly (readonly [string, string])[];

/**
 * Writes HTML that parsers read exactly as written: closed in order, with no element where a parser would move one.
 * Elements outside the allow-list are dropped; if they end a line, the words around them stay apart. A step takes time
 * proportional to MAX_NESTING at most.
 */
export function createRichTextWriter<Thing extends object>() {
  const pieces: (string | Thing)[] = [];
  const open: string[] = [];
  let isPreJustOpened = false;
  /** Tables without a cell, written with their first one, so that an empty table leaves nothing. */
  let emptyTables = 0;
  let hasWordsInLine = false;
  /** Separator to be written before the next words, if the line has words already. */
  let owed: 'space' | 'line' | undefined;

  const beginLine = () => {
    hasWordsInLine = false;
    owed = undefined;
  };
  const endLine = () => void (owed = 'line');
  const closeFrom = (depth: number) => {
    while (open.length > depth) {
      const name = open.pop() ?? '';
      pieces.push(`</${name}>`);
      if (BLOCKS.has(name)) beginLine();
    }
  };
  const closeAt = (depth: number) => {
    if (depth >= 0) closeFrom(depth);
  };
  const push = (name: string, attributes: Attributes = []) => {
    pieces.push(`<${name}${attributesText(attributes)}>`);
    open.push(name);
    isPreJustOpened = name === 'pre';
    if (BLOCKS.has(name)) beginLine();
  };
  const tablePart = () => open.findLastIndex((name) => TABLE_PARTS.has(name));
  const isBetweenCells = () => {
    const part = open[tablePart()];
    return part !== undefined && !CELLS.has(part);
  };
  const indexOf = (name: string) => {
    const depth = open.lastIndexOf(name);
    return depth > tablePart() ? depth : -1;
  };
  const pushCell = (name: string, attributes: Attributes = []) => {
    if (open.at(-1) === 'tbody') push('tr');
    push(name, attributes);
  };
  const makeRoomFor = (name: string) => {
    if (isBetweenCells()) pushCell('td');
    if (name === 'a' || name === 'table') closeAt(indexOf('a'));
    if (name === 'li') closeAt(openItem(open));
    if (!BLOCKS.has(name)) return;
    closeAt(indexOf('p'));
    if (HEADINGS.has(name) && HEADINGS.has(open.at(-1) ?? '')) closeFrom(open.length - 1);
  };
  const beginWords = () => {
    if (isBetweenCells()) pushCell('td');
    if (hasWordsInLine && owed === 'space') pieces.push(' ');
    if (hasWordsInLine && owed === 'line') pieces.push(open.includes('pre') ? '\n' : '<br />');
    owed = undefined;
    isPreJustOpened = false;
  };

  const endRow = () => {
    const body = open.lastIndexOf('tbody');
    if (emptyTables > 0 || body < 0) endLine();
    else closeFrom(body + 1);
  };
  const openTable = () => {
    emptyTables = 0;
    makeRoomFor('table');
    push('table');
    push('tbody');
  };
  const startCell = (name: string, attributes: Attributes) => {
    if (emptyTables > 0 && open.length + LEVELS_OF_A_TABLE <= MAX_NESTING) openTable();
    const part = tablePart();
    if (emptyTables > 0 || part < 0) {
      endLine();
      return;
    }
    if (CELLS.has(open[part] ?? '')) closeFrom(part);
    pushCell(name, attributes);
  };
  const endCell = () => {
    const part = tablePart();
    if (emptyTables > 0 || !CELLS.has(open[part] ?? '')) endLine();
    else closeFrom(part);
  };

  return {
    text(text: string): void {
      // Parsers drop a line break right after <pre>.
      const kept = isPreJustOpened ? text.replace(/^[\r\n]+/, '') : text;
      if (kept === '') return;
      if (isBlank(kept)) {
        if (owed === 'line' || isBetweenCells()) return;
        owed = undefined;
      } else {
        beginWords();
        hasWordsInLine = true;
      }
      isPreJustOpened = false;
      pieces.push(escapeText(kept));
    },

    /** Opens an element; one outside the allow-list or nested too deep is dropped, its content stays. */
    start(given: string, attributes: Attributes): void {
      const name = SAME_AS[given] ?? given;
      if (ROW_ENDS.has(name)) return endRow();
      if (CELLS.has(name)) return startCell(name, attributes);
      if (name === 'table') {
        emptyTables += 1;
        return endLine();
      }
      if (!ALLOWED.has(name)) return endsLine(name) ? endLine() : undefined;
      if (WITHOUT_END.has(name)) {
        makeRoomFor(name);
        if (!BLOCKS.has(name)) beginWords();
        pieces.push(`<${name}${attributesText(attributes)} />`);
        isPreJustOpened = false;
        if (name === 'img') hasWordsInLine = true;
        else beginLine();
        return;
      }
      const isFormat = !BLOCKS.has(name);
      if (isFormat && isBetweenCells()) return;
      makeRoomFor(name);
      if (open.length >= MAX_NESTING) return isFormat ? undefined : endLine();
      if (isFormat) beginWords();
      push(name, attributes);
    },

    end(given: string): void {
      const name = SAME_AS[given] ?? given;
      if (ROW_ENDS.has(name)) return endRow();
      if (CELLS.has(name)) return endCell();
      if (name === 'table') {
        if (emptyTables === 0) closeAt(open.lastIndexOf('table'));
        else emptyTables -= 1;
        return endLine();
      }
      const depth = indexOf(name);
      if (depth >= 0) closeFrom(depth);
      else if (endsLine(name)) endLine();
    },

    append(thing: Thing): void {
      beginWords();
      pieces.push(thing);
      hasWordsInLine = true;
    },

    separate(): void {
      owed ??= 'space';
    },

    finish(): (string | Thing)[] {
      closeFrom(0);
      return pieces;
    },
  };
}

export type RichTextWriter<Thing extends object> = ReturnType<typeof createRichTextWriter<Thing>>;

/** Index of the list item that a new one closes: one of the same list with only inline elements in between. */
function openItem(open: readonly string[]): number {
  for (let depth = open.length - 1; depth >= 0; depth -= 1) {
    const name = open[depth] ?? '';
    if (name === 'li') return depth;
    if (BLOCKS.has(name) && name !== 'p') return -1;
  }
  return -1;
}

/** True for white space that browsers collapse; a no-break space is text. */
function isBlank(text: string): boolean {
  return /^[ \t\n\f\r]*$/.test(text);
}

export function attributesText(attributes: Attributes): string {
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
