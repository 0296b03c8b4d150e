import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import {
  dropEdge,
  middleOf,
  nearestPlace,
  PLACE,
  scrollTowards,
} from '../../components/lists/drag-geometry.ts';

/** Coordinates of the page, so that scrolling during a drag changes nothing. */
type Drag = { from: number; to: number; startY: number; middleY: number; offset: number };

/** Where keys have moved an item of this list; it is rendered at `from` until the list changes. */
type Sent = { items: readonly unknown[]; from: number; to: number };

/**
 * Reorders a vertical list by its handles: by dragging with mouse or finger, or by the arrow keys. The list is an
 * `<ol>` of `items`. `onMove` gets positions from 0, the rendered one and the new one. Only rendered items can be
 * dropped onto.
 */
export function useReorder(items: readonly unknown[], onMove: (from: number, to: number) => void) {
  const [drag, setDrag] = useState<Drag | null>(null);
  const [movedTo, setMovedTo] = useState<number | null>(null);
  const sent = useRef<Sent | null>(null);

  const move = (from: number, to: number) => {
    onMove(from, to);
    setMovedTo(to);
  };

  /** Position an item will be rendered at: keys may come faster than renders. */
  const placeSoon = (place: number) =>
    sent.current?.items === items && sent.current.from === place ? sent.current.to : place;

  const handleProps = (place: number) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      const item = event.currentTarget.closest(`[${PLACE}]`);
      const middleY = item ? middleOf(item).y : event.pageY;
      setDrag({ from: place, to: place, startY: event.pageY, middleY, offset: 0 });
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (!drag) return;
      scrollTowards(event.clientY, event.pageY - drag.startY);
      setDrag(draggedTo(drag, event));
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => {
      // The position of the release counts: on a busy machine the last movements are not rendered yet.
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

function draggedTo(drag: Drag, { pageY, currentTarget }: PointerEvent<HTMLElement>): Drag {
  const offset = pageY - drag.startY;
  const middle = { x: middleOf(currentTarget.closest(`[${PLACE}]`) ?? currentTarget).x, y: drag.middleY };
  const to = nearestPlace(currentTarget.closest('ol'), drag.from, { middle, offset: { x: 0, y: offset } });
  return { ...drag, to, offset };
}
