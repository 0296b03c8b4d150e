import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useArrowKeys } from '../use-arrow-keys.ts';
import { type Point, type View, WHOLE, swipeOf, within, zoomedAt } from './zoom-geometry.ts';

const STEP = 1.5;
const DOUBLE_CLICK_SCALE = 2.5;
/** Where several pictures share a view, each has a pane of the same size; else the whole element is one. */
const PANE = '[data-zoom-pane]';
/** Share of a pane that one key moves the picture by. */
const PAN_SHARE = 0.1;
/** A shorter move is a click with an unsteady hand. */
const DRAG_PX = 6;

type Options = {
  isActive: boolean;
  onSwipeLeft: (() => void) | undefined;
  onSwipeRight: (() => void) | undefined;
};

/** Zooms a picture by wheel, double click, keys and fingers, and moves it by dragging; an unzoomed one is swiped. */
export function useZoom(element: RefObject<HTMLElement | null>, options: Options) {
  const { isActive, onSwipeLeft, onSwipeRight } = options;
  const [view, setView] = useState(WHOLE);
  const [isMoving, setMoving] = useState(false);
  const fingers = useRef(new Map<number, Point>());
  const way = useRef<Point>({ x: 0, y: 0 });

  const show = (next: View) => {
    const area = element.current?.querySelector(PANE) ?? element.current;
    const picture = area?.querySelector<HTMLElement>('[data-zoom-frame], img');
    if (!area || !picture) return;
    const size = { width: picture.offsetWidth, height: picture.offsetHeight };
    setView(
      next.scale === 1 ? WHOLE : within(next, size, { width: area.clientWidth, height: area.clientHeight }),
    );
  };
  const zoomBy = (factor: number, at: Point = { x: 0, y: 0 }) =>
    show(zoomedAt(view, view.scale * factor, at));

  const paneOf = ({ target }: Event) =>
    (target instanceof Element ? target.closest(PANE) : null) ?? element.current;

  const press = useEffectEvent((event: PointerEvent) => {
    if (event.button !== 0) return;
    if (fingers.current.size === 0) way.current = { x: 0, y: 0 };
    fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (event.target instanceof Element && event.target.tagName === 'IMG') event.preventDefault();
    setMoving(true);
  });
  const move = useEffectEvent((event: PointerEvent) => {
    const before = fingers.current.get(event.pointerId);
    if (!before) return;
    const now = { x: event.clientX, y: event.clientY };
    const other = [...fingers.current].find(([id]) => id !== event.pointerId)?.[1];
    fingers.current.set(event.pointerId, now);
    const moved = { x: now.x - before.x, y: now.y - before.y };
    way.current = { x: way.current.x + moved.x, y: way.current.y + moved.y };
    if (other) {
      const factor = distance(now, other) / Math.max(1, distance(before, other));
      const middle = { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 };
      const zoomed = zoomedAt(view, view.scale * factor, fromCentre(paneOf(event), middle));
      show({ ...zoomed, x: zoomed.x + moved.x / 2, y: zoomed.y + moved.y / 2 });
    } else if (view.scale > 1) show({ ...view, x: view.x + moved.x, y: view.y + moved.y });
    // An unzoomed picture follows the finger sideways, where there is a file to swipe to.
    else if (way.current.x > 0 ? onSwipeRight : onSwipeLeft) setView({ ...WHOLE, x: way.current.x });
  });
  const release = useEffectEvent((event: PointerEvent) => {
    if (!fingers.current.delete(event.pointerId) || fingers.current.size > 0) return;
    setMoving(false);
    if (view.scale > 1) return;
    setView(WHOLE);
    const side = event.type === 'pointerup' ? swipeOf(way.current) : 0;
    if (side === 1) onSwipeRight?.();
    if (side === -1) onSwipeLeft?.();
  });
  const wheel = useEffectEvent((event: WheelEvent) => {
    event.preventDefault();
    zoomBy(
      Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.002)),
      fromCentre(paneOf(event), pointOf(event)),
    );
  });
  const doubleClick = useEffectEvent((event: MouseEvent) => {
    if (view.scale > 1) setView(WHOLE);
    else zoomBy(DOUBLE_CLICK_SCALE, fromCentre(paneOf(event), pointOf(event)));
  });

  useEffect(() => {
    const area = element.current;
    if (!area) return undefined;
    const stop = new AbortController();
    const { signal } = stop;
    area.addEventListener('pointerdown', (event) => press(event), { signal });
    area.addEventListener('wheel', (event) => wheel(event), { signal, passive: false });
    area.addEventListener('dblclick', (event) => doubleClick(event), { signal });
    addEventListener('pointermove', (event) => move(event), { signal });
    addEventListener('pointerup', (event) => release(event), { signal });
    addEventListener('pointercancel', (event) => release(event), { signal });
    return () => stop.abort();
  }, [element]);

  const zoomIn = () => zoomBy(STEP);
  const zoomOut = () => zoomBy(1 / STEP);
  const reset = () => setView(WHOLE);
  useArrowKeys(isActive, { '+': zoomIn, '=': zoomIn, '-': zoomOut, '0': reset });

  return {
    scale: view.scale,
    transform: `translate(${view.x}px, ${view.y}px) scale(${view.scale})`,
    isMoving,
    /** True if the press that ends with this click was a drag. */
    hasDragged: () => Math.hypot(way.current.x, way.current.y) > DRAG_PX,
    zoomIn,
    zoomOut,
    reset,
    /** Moves a zoomed picture by a step towards a side: -1, 0 or 1 for each axis. */
    pan: (x: number, y: number) => {
      const { clientWidth = 0, clientHeight = 0 } = element.current ?? {};
      show({
        ...view,
        x: view.x + x * clientWidth * PAN_SHARE,
        y: view.y + y * clientHeight * PAN_SHARE,
      });
    },
  };
}

function pointOf({ clientX, clientY }: MouseEvent): Point {
  return { x: clientX, y: clientY };
}

function fromCentre(area: Element | null, { x, y }: Point): Point {
  const box = area?.getBoundingClientRect();
  return box ? { x: x - box.left - box.width / 2, y: y - box.top - box.height / 2 } : { x: 0, y: 0 };
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}
