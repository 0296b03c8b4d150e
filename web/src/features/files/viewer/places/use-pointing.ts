import { type RefObject, useEffect, useEffectEvent } from 'react';
import { surfaceAt } from './surfaces.ts';

/** Milliseconds that a finger rests before it points. */
const PRESS_MS = 500;
/** Pixels that a resting finger may move by. */
const STILL_PX = 10;
/** Pixels at the bottom of a film, where its controls are. */
const CONTROLS_PX = 80;

/** Calls back for a click with Alt, and for a long press, on what an area shows. */
export function usePointing(
  area: RefObject<HTMLElement | null>,
  onPoint: (x: number, y: number) => void,
): void {
  const point = useEffectEvent(onPoint);
  useEffect(() => {
    const { current } = area;
    if (!current) return undefined;
    const stop = new AbortController();
    const options = { signal: stop.signal, capture: true };
    let press: { timer: ReturnType<typeof setTimeout>; x: number; y: number } | undefined;
    let hasPointed = false;
    const end = () => {
      clearTimeout(press?.timer);
      press = undefined;
    };
    const begin = (event: PointerEvent) => {
      end();
      hasPointed = false;
      if (event.pointerType !== 'touch' || !event.isPrimary || !isPointedAt(current, event)) return;
      const { clientX: x, clientY: y } = event;
      const timer = setTimeout(() => {
        hasPointed = true;
        point(x, y);
      }, PRESS_MS);
      press = { timer, x, y };
    };
    const move = ({ clientX, clientY }: PointerEvent) => {
      if (press && Math.hypot(clientX - press.x, clientY - press.y) > STILL_PX) end();
    };
    const click = (event: MouseEvent) => {
      const isAsked = event.altKey && surfaceAt(current, event.clientX, event.clientY) !== undefined;
      if (!isAsked && !hasPointed) return;
      hasPointed = false;
      event.preventDefault();
      event.stopPropagation();
      if (isAsked) point(event.clientX, event.clientY);
    };
    // Phones offer to save a picture that is pressed.
    const refuseMenu = (event: MouseEvent) => {
      if (press || hasPointed) event.preventDefault();
    };
    current.addEventListener('pointerdown', begin, options);
    current.addEventListener('click', click, options);
    current.addEventListener('contextmenu', refuseMenu, options);
    addEventListener('pointermove', move, options);
    addEventListener('pointerup', end, options);
    addEventListener('pointercancel', end, options);
    return () => {
      end();
      stop.abort();
    };
  }, [area]);
}

/** Words are selected by a long press, and films have controls. */
function isPointedAt(area: Element, { target, clientX, clientY }: PointerEvent): boolean {
  if (!(target instanceof Element) || target.closest('pre, .textLayer span, audio')) return false;
  if (target instanceof HTMLVideoElement && clientY > target.getBoundingClientRect().bottom - CONTROLS_PX)
    return false;
  return surfaceAt(area, clientX, clientY) !== undefined;
}
