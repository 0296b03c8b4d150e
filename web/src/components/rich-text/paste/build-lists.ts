/** An item of a list as programs write them that have no nested lists. */
export type ListItem = {
  /** From 1. */
  level: number;
  isOrdered: boolean;
  /** Number in front of an ordered item. */
  number?: number | undefined;
  content: readonly Node[];
};

type OpenList = { level: number; list: HTMLElement; last: HTMLElement };

/** Nested lists made of items that follow each other. */
export function buildLists(page: Document, items: readonly ListItem[]): DocumentFragment {
  const lists = page.createDocumentFragment();
  const open: OpenList[] = [];
  for (const { level, isOrdered, number, content } of items) {
    const name = isOrdered ? 'ol' : 'ul';
    while ((open.at(-1)?.level ?? 0) > level) open.pop();
    if (open.at(-1)?.level === level && open.at(-1)?.list.localName !== name) open.pop();
    const item = page.createElement('li');
    item.append(...content);
    const current = open.at(-1);
    if (current?.level === level) {
      current.list.append(item);
      current.last = item;
      continue;
    }
    const list = page.createElement(name);
    if (isOrdered && number !== undefined && number > 1) list.setAttribute('start', String(number));
    list.append(item);
    (current?.last ?? lists).append(list);
    open.push({ level, list, last: item });
  }
  return lists;
}
