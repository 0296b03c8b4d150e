/** Attribute with an item's position in the whole list. */
export const PLACE = 'data-place';

/** A drag this near to the edge of the window scrolls it, by this much at each movement. */
const EDGE_PX = 72;
const SCROLL_PX = 20;

/** In coordinates of the page, so that scrolling during a drag changes nothing. */
export type Point = { x: number; y: number };

/** Returns the position of the item nearest to the middle of the dragged one, which itself counts where the drag began. */
export function nearestPlace(
  list: Element | null,
  from: number,
  { middle, offset }: { middle: Point; offset: Point },
): number {
  let nearest = { place: from, distance: Math.hypot(offset.x, offset.y) };
  for (const item of list?.querySelectorAll(`[${PLACE}]`) ?? []) {
    const place = Number(item.getAttribute(PLACE));
    const { x, y } = middleOf(item);
    const distance = Math.hypot(x - middle.x - offset.x, y - middle.y - offset.y);
    if (place !== from && distance < nearest.distance) nearest = { place, distance };
  }
  return nearest.place;
}

export function middleOf(item: Element): Point {
  const { left, top, width, height } = item.getBoundingClientRect();
  return { x: left + width / 2 + scrollX, y: top + height / 2 + scrollY };
}

/** Scrolls only in the direction of the drag: one that begins at an edge does not move the page. */
export function scrollTowards(clientY: number, offsetY: number): void {
  if (offsetY < 0 && clientY < EDGE_PX) scrollBy(0, -SCROLL_PX);
  if (offsetY > 0 && clientY > innerHeight - EDGE_PX) scrollBy(0, SCROLL_PX);
}

/** On which side of the item under the pointer the dragged one will land. */
export function dropEdge({ from, to }: { from: number; to: number }): 'before' | 'after' {
  return to < from ? 'before' : 'after';
}
