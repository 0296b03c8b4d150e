import { type KeyboardEvent, type PointerEvent, useState } from 'react';

/** Attribute that carries an item's place in the whole list. */
const PLACE = 'data-place';

type Drag = { from: number; to: number; startY: number; offset: number };

/**
 * Reordering of a vertical list by its handles: dragged with mouse or finger, or moved with the arrow keys.
 * The list is an `<ol>`. `onMove` gets places from 0. Only the items that are in the page can be dropped onto.
 */
export function useReorder(onMove: (from: number, to: number) => void) {
  const [drag, setDrag] = useState<Drag | null>(null);
  const [movedTo, setMovedTo] = useState<number | null>(null);

  const move = (from: number, to: number) => {
    if (from === to) return;
    onMove(from, to);
    setMovedTo(to);
  };

  const handleProps = (place: number, count: number) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      setDrag({ from: place, to: place, startY: event.clientY, offset: 0 });
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (!drag) return;
      const to = placeAt(event.currentTarget.closest('ol'), event.clientY, drag.from);
      setDrag({ ...drag, to, offset: event.clientY - drag.startY });
    },
    onPointerUp: () => {
      if (drag) move(drag.from, drag.to);
      setDrag(null);
    },
    onPointerCancel: () => setDrag(null),
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
      if (event.key === 'Escape') setDrag(null);
      if (step === 0) return;
      event.preventDefault();
      move(place, Math.min(count - 1, Math.max(0, place + step)));
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

/** The place whose item's middle the pointer has passed, seen from where the drag began. */
function placeAt(list: HTMLElement | null, y: number, from: number): number {
  let to = from;
  for (const item of list?.querySelectorAll(`[${PLACE}]`) ?? []) {
    const place = Number(item.getAttribute(PLACE));
    if (place === from) continue;
    const { top, height } = item.getBoundingClientRect();
    const middle = top + height / 2;
    if (place < from && y < middle) to = Math.min(to, place);
    if (place > from && y > middle) to = Math.max(to, place);
  }
  return to;
}
