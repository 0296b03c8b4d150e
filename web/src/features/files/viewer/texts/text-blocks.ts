/** A browser draws the blocks in sight only, and each of them quickly. */
const BLOCK_LINES = 200;
const BLOCK_CHARACTERS = 20_000;

type TextBlock = {
  text: string;
  /** Lines in it, for its height before it is drawn. */
  lines: number;
};

/** Cuts a text at ends of lines; a line that fills more than a block goes on in the next one. */
export function blocksOf(text: string): TextBlock[] {
  const blocks: TextBlock[] = [];
  for (let start = 0; start < text.length;) {
    let end = start;
    let lines = 0;
    while (lines < BLOCK_LINES && end < text.length) {
      const newline = text.indexOf('\n', end);
      const next = newline < 0 ? text.length : newline + 1;
      if (next - start > BLOCK_CHARACTERS) break;
      end = next;
      lines += 1;
    }
    if (end === start) end = cutBefore(text, Math.min(text.length, start + BLOCK_CHARACTERS));
    blocks.push({ text: text.slice(start, end), lines: Math.max(1, lines) });
    start = end;
  }
  return blocks;
}

/** Not between the two halves of a letter. */
function cutBefore(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff ? at - 1 : at;
}
