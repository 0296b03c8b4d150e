import { BLOCKS } from '@vitrin/shared/rules/texts/rich-text-elements.ts';

/** Most cells of a table that the editor draws without a noticeable pause. */
const MAX_CELLS = 2000;

/** Puts lists that stand between items into the item before them, as Google Docs and Outlook do not. */
export function nestLists(page: Element): void {
  for (const list of page.querySelectorAll('ul > ul, ul > ol, ol > ul, ol > ol')) {
    const before = list.previousElementSibling;
    if (before?.localName === 'li') before.append(list);
  }
}

/** Line breaks that browsers do not show, or show as a blank line between blocks. */
export function tidyBreaks(page: Element): void {
  for (const br of page.querySelectorAll('br.Apple-interchange-newline')) br.remove();
  for (const block of page.querySelectorAll('p, li, td, th, h1, h2, h3, h4, h5, h6')) {
    const last = block.lastElementChild;
    if (last?.localName === 'br' && visibleSibling(last, 'nextSibling') === null) last.remove();
  }
  for (const br of page.querySelectorAll('br')) {
    if (!isBlock(visibleSibling(br, 'previousSibling'))) continue;
    const next = visibleSibling(br, 'nextSibling');
    if (next === null) br.remove();
    else if (isBlock(next)) br.replaceWith(page.ownerDocument.createElement('p'));
  }
}

/** How a pasted table is written: as one, its content alone, or its rows as lines with the cells apart. */
export function formOf(table: Element): 'table' | 'content' | 'lines' {
  if (table.querySelector('table') || table.getAttribute('role') === 'presentation') return 'content';
  const cells = table.querySelectorAll('td, th').length;
  if (cells > MAX_CELLS) return 'lines';
  return cells === 1 ? 'content' : 'table';
}

function visibleSibling(node: Node, side: 'nextSibling' | 'previousSibling'): Node | null {
  let sibling = node[side];
  while (sibling && sibling.nodeType !== Node.ELEMENT_NODE && (sibling.nodeValue ?? '').trim() === '')
    sibling = sibling[side];
  return sibling;
}

function isBlock(node: Node | null): boolean {
  return node instanceof Element && BLOCKS.has(node.localName);
}
