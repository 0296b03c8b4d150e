import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';

/** Attribute that carries an item's place in the whole list. */
const PLACE = 'data-place';

/** How near to the edge of the window a drag scrolls it, and how far with each movement. */
const EDGE_PX = 72;
const SCROLL_PX = 20;

/** Positions are those of the page, so that scrolling meanwhile moves nothing. */
type Drag = { from: number; to: number; startY: number; middleY: number; offset: number };

/** Where a key has sent an item of this list, which is drawn at `from` until the list changes. */
type Sent = { items: readonly unknown[]; from: number; to: number };

/**
 * Reordering of a vertical list by its handles: dragged with mouse or finger, or moved with the arrow keys.
 * The list is an `<ol>` of `items`. `onMove` gets places from 0: where the item is drawn and where it goes. Only the
 * items that are in the page can be dropped onto.
 */
export function useReorder(items: readonly unknown[], onMove: (from: number, to: number) => void) {
  const [drag, setDrag] = useState<Drag | null>(null);
  const [movedTo, setMovedTo] = useState<number | null>(null);
  const sent = useRef<Sent | null>(null);

  const move = (from: number, to: number) => {
    onMove(from, to);
    setMovedTo(to);
  };

  /** Where an item will be drawn: keys may come faster than the list is drawn anew. */
  const placeSoon = (place: number) =>
    sent.current?.items === items && sent.current.from === place ? sent.current.to : place;

  const handleProps = (place: number) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      const item = event.currentTarget.closest(`[${PLACE}]`);
      const middleY = item ? middleOf(item) : event.pageY;
      setDrag({ from: place, to: place, startY: event.pageY, middleY, offset: 0 });
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (!drag) return;
      scrollTowards(event.clientY, event.pageY - drag.startY);
      setDrag(draggedTo(drag, event));
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => {
      // Where it is let go counts: on a busy machine the last movements are not drawn yet.
      const to = drag && draggedTo(drag, event).to;
      if (drag && to !== null && to !== drag.from) move(drag.from, to);
      setDrag(null);
    },
    onPointerCancel: () => setDrag(null),
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
      if (event.key === 'Escape') setDrag(null);
      if (step === 0) return;
      event.preventDefault();
      const to = placeSoon(place) + step;
      if (to < 0 || to >= items.length) return;
      sent.current = { items, from: place, to };
      move(place, to);
    },
  });

  const itemProps = (place: number) => ({
    [PLACE]: place,
    'data-dragged': drag?.from === place || undefined,
    'data-drop': drag && drag.to === place && drag.to !== drag.from ? dropEdge(drag) : undefined,
    style: drag?.from === place ? { translate: `0 ${drag.offset}px` } : undefined,
  });

  return { handleProps, itemProps, movedTo };
}

/** On which side of the item under the pointer the dragged one will land. */
function dropEdge({ from, to }: Drag): 'before' | 'after' {
  return to < from ? 'before' : 'after';
}

function draggedTo(drag: Drag, { pageY, currentTarget }: PointerEvent<HTMLElement>): Drag {
  const offset = pageY - drag.startY;
  return { ...drag, to: placeAt(currentTarget.closest('ol'), drag, offset), offset };
}

/** The place whose item lies nearest under the middle of the dragged one, which counts where it began. */
function placeAt(list: HTMLElement | null, { from, middleY }: Drag, offset: number): number {
  let nearest = { place: from, distance: Math.abs(offset) };
  for (const item of list?.querySelectorAll(`[${PLACE}]`) ?? []) {
    const place = Number(item.getAttribute(PLACE));
    const distance = Math.abs(middleOf(item) - middleY - offset);
    if (place !== from && distance < nearest.distance) nearest = { place, distance };
  }
  return nearest.place;
}

/** Of an item, in the page. */
function middleOf(item: Element): number {
  const { top, height } = item.getBoundingClientRect();
  return top + height / 2 + scrollY;
}

/** Only the way the drag goes: one that begins at an edge stays where it is. */
function scrollTowards(clientY: number, offset: number): void {
  if (offset < 0 && clientY < EDGE_PX) scrollBy(0, -SCROLL_PX);
  if (offset > 0 && clientY > innerHeight - EDGE_PX) scrollBy(0, SCROLL_PX);
}
