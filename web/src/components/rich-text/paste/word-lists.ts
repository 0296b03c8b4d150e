import { type ListItem, buildLists } from './build-lists.ts';

const LEVEL = /mso-list\s*:\s*\S+\s+level(\d)/i;
const IGNORED = /mso-list\s*:\s*ignore/i;
const NUMBERED = /^\(?(?:(\d{1,4})|[a-zçğışöü]{1,4})[.)]/i;
/** A bullet or a number before the text, and the spaces behind it: all that is left where a browser drops the styles. */
const MARKER = /^[\s\u00a0]*([·•▪◦§o-]|\(?(?:\d{1,4}|[a-zçğışöü]{1,4})[.)])[\s\u00a0]{2,}/i;
/** Word's bullets of the second and third level. */
const LEVEL_OF: Record<string, number> = { o: 2, '§': 3 };

/** Converts list paragraphs of Word and Outlook, and Word Online's many lists of one item, to lists. */
export function makeWordLists(page: Element): void {
  for (const first of page.querySelectorAll('p, .ListContainerWrapper')) {
    const items: ListItem[] = [];
    const done: Element[] = [];
    for (let next: Element | null = first; next; next = next.nextElementSibling) {
      const item = page.contains(first) ? itemOf(next) : undefined;
      if (!item) break;
      items.push(item);
      done.push(next);
    }
    if (items.length === 0) continue;
    first.before(buildLists(page.ownerDocument, items));
    for (const element of done) element.remove();
  }
}

function itemOf(element: Element): ListItem | undefined {
  if (element.classList.contains('ListContainerWrapper')) return onlineItem(element);
  if (element.localName !== 'p') return undefined;
  const [, level] = LEVEL.exec(element.getAttribute('style') ?? '') ?? [];
  const marks = Array.from(element.querySelectorAll('[style]')).filter((each) =>
    IGNORED.test(each.getAttribute('style') ?? ''),
  );
  if (level !== undefined && marks.length > 0) {
    const marker = marks.map((each) => each.textContent).join('');
    for (const each of marks) each.remove();
    return item(element, Number(level), marker);
  }
  if (!element.className.startsWith('MsoList')) return undefined;
  const [found, marker = ''] = MARKER.exec(element.textContent) ?? [];
  if (found === undefined) return undefined;
  dropCharacters(element, found.length);
  return item(element, LEVEL_OF[marker] ?? 1, marker);
}

function item(element: Element, level: number, marker: string): ListItem {
  const [numbered, digits] = NUMBERED.exec(marker.trim()) ?? [];
  return {
    level,
    isOrdered: numbered !== undefined,
    number: digits === undefined ? undefined : Number(digits),
    content: [...element.childNodes],
  };
}

function onlineItem(wrapper: Element): ListItem | undefined {
  const entry = wrapper.querySelector('li');
  if (entry?.textContent.trim() !== wrapper.textContent.trim()) return undefined;
  const number = entry.parentElement?.getAttribute('start');
  return {
    level: Number(entry.getAttribute('data-aria-level') ?? entry.getAttribute('aria-level') ?? 1) || 1,
    isOrdered: entry.parentElement?.localName === 'ol',
    number: number ? Number(number) : undefined,
    content: [...entry.childNodes],
  };
}

/** Takes so many characters off the beginning of an element's text. */
function dropCharacters(element: Element, count: number): void {
  let left = count;
  const texts = element.ownerDocument.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  while (left > 0 && texts.nextNode()) {
    const { currentNode } = texts;
    const text = currentNode.nodeValue ?? '';
    currentNode.nodeValue = text.slice(left);
    left -= Math.min(left, text.length);
  }
}
