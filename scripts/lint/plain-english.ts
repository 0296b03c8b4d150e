/** A comment as the parser returns it; offsets in the text of the file. */
export type Comment = { type: string; value: string; start: number; end: number };

/** First words of sentences without a subject (CONTRIBUTING, "Plain English"). */
const FIRST_WORDS = /^(?:what|whether|of|whose|whom|who|so that)\b/i;
const PRONOUNS = /\b(?:whoever|whomever|somebody|nobody|whose|(?:is|are) told of|hears? of)\b/i;

/** Parts of Markdown that are not the author's own sentences: code and quotations. */
const NOT_PROSE = /`[^`]*`|"[^"]*"|“[^”]*”/g;

/** Explains the first breach of plain English in a comment or test name; undefined if there is none. */
export function englishViolation(text: string): string | undefined {
  const sentences = text.replaceAll(/@param \w+|@\w+/g, '').split(/(?<=[.!?]) /);
  for (const sentence of sentences) {
    const [first] = FIRST_WORDS.exec(sentence.trimStart()) ?? [];
    if (first !== undefined) return `begin with the subject instead of "${first}".`;
  }
  const [pronoun] = PRONOUNS.exec(text) ?? [];
  return pronoun === undefined ? undefined : `name the person or thing instead of "${pronoun}".`;
}

/**
 * Sentences of a Markdown document, of its list items and cells too, with the line that each begins in. Leaves out
 * code, quotations, headings and the heads of tables.
 */
export function sentencesOf(markdown: string): { text: string; line: number }[] {
  const lines = markdown.replaceAll(/^```[^]*?^```/gm, (block) => block.replaceAll(/.+/g, '')).split('\n');
  const blocks: { text: string; line: number }[] = [];
  let isOpen = false;
  for (const [index, line] of lines.entries()) {
    const isHead = line.startsWith('#') || /^\|[ :|-]+$/.test(lines[index + 1] ?? '');
    const text = isHead ? '' : line.trim();
    const isRow = text.startsWith('|');
    const last = blocks.at(-1);
    if (isOpen && last && !isRow && !/^(?:[-*]|\d+\.) /.test(text)) last.text += ` ${text}`;
    else for (const cell of isRow ? text.split('|') : [text]) blocks.push({ text: cell, line: index + 1 });
    isOpen = text !== '' && !isRow;
  }
  return blocks
    .map(({ text, line }) => ({
      text: text.replaceAll(NOT_PROSE, '0').replace(/^\s*(?:[-*]|\d+\.) /, ''),
      line,
    }))
    .filter(({ text }) => /\w/.test(text) && !text.trim().endsWith('?'));
}

/** Comments of a style sheet or of a file with `#` comments, as the parser of scripts would return them. */
export function commentsOf(source: string, file: string): Comment[] {
  const pattern = file.endsWith('.css') ? /\/\*([^]*?)\*\//g : /(?:^|(?<=\n))[\t ]*#(?!!)(.*)/g;
  return Array.from(source.matchAll(pattern), ({ 0: whole, 1: value = '', index }) => {
    return { type: file.endsWith('.css') ? 'Block' : 'Line', value, start: index, end: index + whole.length };
  });
}

/** Comments of a file as running text, one for each block and for each group of adjacent `//` lines. */
export function proseOf(source: string, comments: readonly Comment[]): { text: string; at: Comment }[] {
  const prose: { text: string; at: Comment; end: number }[] = [];
  for (const comment of comments) {
    const last = prose.at(-1);
    const text = comment.value.replaceAll(/^[\t *]+/gm, '').replaceAll('\n', ' ');
    const follows =
      last?.at.type === 'Line' && comment.type === 'Line' && isGap(source, last.end, comment.start);
    if (follows) Object.assign(last, { text: `${last.text} ${text.trim()}`, end: comment.end });
    else prose.push({ text: text.trim(), at: comment, end: comment.end });
  }
  return prose;
}

/** True for one line break and spaces: the second comment continues the first. */
function isGap(source: string, from: number, to: number): boolean {
  const between = source.slice(from, to);
  return between.trim() === '' && between.split('\n').length === 2;
}
