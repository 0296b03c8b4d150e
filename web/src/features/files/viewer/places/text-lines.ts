/** Texts stand in several elements, cut at ends of lines (texts/text-blocks.ts). */
type Blocks = readonly HTMLElement[];

/** The characters of a line, from 1; undefined where the text has fewer. */
export function rangeOfLine(blocks: Blocks, line: number): Range | undefined {
  let before = 1;
  for (const block of blocks) {
    const text = block.firstChild;
    if (!(text instanceof Text)) continue;
    let start = 0;
    let at = before;
    while (at < line) {
      const end = text.data.indexOf('\n', start);
      if (end < 0) break;
      start = end + 1;
      at += 1;
    }
    if (at === line && start < text.length) {
      const end = text.data.indexOf('\n', start);
      const range = document.createRange();
      range.setStart(text, start);
      range.setEnd(text, end < 0 ? text.length : Math.max(end, start + 1));
      return range;
    }
    before = at;
  }
  return undefined;
}

/** The line in which a character of a block stands, from 1. */
export function lineOf(blocks: Blocks, block: Element, offset: number): number {
  let line = 1;
  for (const each of blocks) {
    const text = each.textContent ?? '';
    line += newlinesIn(each === block ? text.slice(0, offset) : text);
    if (each === block) break;
  }
  return line;
}

/** The line at a point of the window. */
export function lineAt(blocks: Blocks, x: number, y: number): number | undefined {
  const caret = caretAt(x, y);
  const block = blocks.find((each) => caret && each.contains(caret.node));
  return caret && block ? lineOf(blocks, block, caret.offset) : undefined;
}

type Caret = { node: Node; offset: number };

function caretAt(x: number, y: number): Caret | undefined {
  if ('caretPositionFromPoint' in document) {
    const position = document.caretPositionFromPoint(x, y);
    return position ? { node: position.offsetNode, offset: position.offset } : undefined;
  }
  // WebKit has no other before 26.2.
  const range = (document as Document).caretRangeFromPoint(x, y);
  return range ? { node: range.startContainer, offset: range.startOffset } : undefined;
}

function newlinesIn(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}
