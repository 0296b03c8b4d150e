/** A comment as the parser returns it; offsets in the text of the file. */
export type Comment = { type: string; value: string; start: number; end: number };

/** First words of sentences without a subject (CONTRIBUTING, "Plain English"). */
const FIRST_WORDS = /^(?:what|whether|of|whose|whom|who|so that)\b/i;
const PRONOUNS = /\b(?:whoever|whomever|somebody|nobody|whose|(?:is|are) told of|hears? of)\b/i;

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
