import { type ListItem, buildLists } from './build-lists.ts';

const ITEM = /^([ \t]*)(?:[-*•·▪◦‣–]|(\d{1,3})[.)])[ \t]+(\S.*)$/;

/** Converts plain text: blank lines end paragraphs, and two or more lines with bullets or rising numbers are a list. */
export function pageOfPastedText(text: string): HTMLElement {
  const page = document.implementation.createHTMLDocument('');
  const lines = text.replaceAll(/\r\n?/g, '\n').split('\n');
  let paragraph: HTMLElement | undefined;
  let blankLines = 0;
  for (let at = 0; at < lines.length;) {
    const line = lines[at] ?? '';
    const items = itemsFrom(page, lines, at);
    if (items.length > 1) {
      page.body.append(buildLists(page, items));
      paragraph = undefined;
      blankLines = 0;
      at += items.length;
      continue;
    }
    at += 1;
    if (line.trim() === '') {
      blankLines += 1;
      paragraph = undefined;
      if (blankLines > 1) page.body.append(page.createElement('p'));
      continue;
    }
    blankLines = 0;
    if (paragraph) paragraph.append(page.createElement('br'));
    else page.body.append((paragraph = page.createElement('p')));
    paragraph.append(line);
  }
  return page.body;
}

/** Items that follow each other from a line on, as far as their numbers count. */
function itemsFrom(page: Document, lines: readonly string[], from: number): ListItem[] {
  const items: ListItem[] = [];
  const indents: string[] = [];
  const last = new Map<number, number | undefined>();
  for (let at = from; at < lines.length; at += 1) {
    const [, indent = '', digits, content] = ITEM.exec(lines[at] ?? '') ?? [];
    if (content === undefined) break;
    while ((indents.at(-1)?.length ?? -1) > indent.length) {
      last.delete(indents.length);
      indents.pop();
    }
    if (indents.at(-1) !== indent) indents.push(indent);
    const level = indents.length;
    const number = digits === undefined ? undefined : Number(digits);
    const before = last.get(level);
    if (before !== undefined && number !== undefined && number !== before + 1) break;
    last.set(level, number);
    items.push({ level, isOrdered: digits !== undefined, number, content: [page.createTextNode(content)] });
  }
  return items;
}
