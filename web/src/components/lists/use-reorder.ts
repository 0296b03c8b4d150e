import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { dropEdge, middleOf, nearestPlace, PLACE, type Point, scrollTowards } from './drag-geometry.ts';

/** Attribute of the part of an item by which it is moved. */
const HANDLE = 'data-handle';

/** Points are relative to the page, so that scrolling during a drag changes nothing. */
type Drag = { from: number; to: number; start: Point; middle: Point; offset: Point };

/** Move of an item by keys; the item is still rendered at `from` until the list changes. */
type Sent = { items: readonly unknown[]; from: number; to: number };

/** Part of an item in a drag: it follows the pointer, or marks the place of the dragged item. */
export type ItemDrag = { x: number; y: number } | 'before' | 'after';

/**
 * Reorders rendered `items` in a grid or list by their handles: dragging or keys. The list listens for all, so that
 * only affected items render. `onMove` gets two positions from 0. `columns` is measured by default.
 */
export function useReorder<List extends HTMLElement>(
  items: readonly unknown[],
  onMove: (from: number, to: number) => void,
  columns?: number,
) {
  const [drag, setDrag] = useState<Drag | null>(null);
  const [movedTo, setMovedTo] = useState<number | null>(null);
  const sent = useRef<Sent | null>(null);
  const list = useRef<List>(null);

  // The browser takes the focus from an element that changes its place.
  useEffect(() => {
    if (sent.current === null || sent.current.items === items) return;
    const item = list.current?.querySelector(`[${PLACE}='${sent.current.to}']`);
    sent.current = null;
    if (document.activeElement === document.body) item?.querySelector<HTMLElement>(`[${HANDLE}]`)?.focus();
  }, [items]);

  const move = (from: number, to: number) => {
    onMove(from, to);
    setMovedTo(to);
  };

  /** Position an item will be rendered at: keys may come faster than renders. */
  const moveSoon = (position: number) =>
    sent.current?.items === items && sent.current.from === position ? sent.current.to : position;

  const listProps = {
    ref: list,
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      const handle = handleOf(event);
      const item = handle?.closest(`[${PLACE}]`);
      if (!handle || !item || event.button !== 0) return;
      handle.setPointerCapture(event.pointerId);
      const from = positionOf(item);
      const start = { x: event.pageX, y: event.pageY };
      setDrag({ from, to: from, start, middle: middleOf(item), offset: { x: 0, y: 0 } });
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (!drag) return;
      scrollTowards(event.clientY, event.pageY - drag.start.y);
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
      const item = handleOf(event)?.closest(`[${PLACE}]`);
      if (!item) return;
      if (event.key === 'Escape') setDrag(null);
      const from = positionOf(item);
      const to = positionByKey(
        event.key,
        moveSoon(from),
        items.length,
        columns ?? columnsOf(event.currentTarget),
      );
      if (to === undefined) return;
      event.preventDefault();
      if (to < 0 || to >= items.length || to === moveSoon(from)) return;
      sent.current = { items, from, to };
      move(from, to);
    },
  };

  const dragOf = (position: number): ItemDrag | undefined => {
    if (drag?.from === position) return drag.offset;
    return drag?.to === position ? dropEdge(drag) : undefined;
  };

  return { listProps, dragOf, movedTo };
}

function handleOf({ target }: { target: EventTarget }): Element | null {
  return target instanceof Element ? target.closest(`[${HANDLE}]`) : null;
}

function positionOf(item: Element): number {
  return Number(item.getAttribute(PLACE));
}

function draggedTo(drag: Drag, { pageX, pageY, currentTarget }: PointerEvent<HTMLElement>): Drag {
  const offset = { x: pageX - drag.start.x, y: pageY - drag.start.y };
  return { ...drag, to: nearestPlace(currentTarget, drag.from, { middle: drag.middle, offset }), offset };
}

/** Undefined for keys that move nothing. */
function positionByKey(key: string, position: number, count: number, columns: number): number | undefined {
  switch (key) {
    case 'ArrowLeft':
      return position - 1;
    case 'ArrowRight':
      return position + 1;
    case 'ArrowUp':
      return position - columns;
    case 'ArrowDown':
      return position + columns;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
}

/** Number of items beside each other in the first row. */
function columnsOf(list: Element): number {
  const tops = Array.from(list.querySelectorAll(`[${PLACE}]`), (item) => middleOf(item).y);
  const second = tops.findIndex((top) => top > (tops[0] ?? 0));
  return second === -1 ? Math.max(1, tops.length) : second;
}
