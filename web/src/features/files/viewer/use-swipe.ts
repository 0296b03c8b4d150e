import { type PointerEvent, useRef } from 'react';
import { type Point, swipeOf } from './zoom/zoom-geometry.ts';

/** Pixels at the bottom of a film, where a finger moves along its time. */
const CONTROLS_PX = 80;

type Sides = { onPrevious: (() => void) | undefined; onNext: (() => void) | undefined };

/** Steps by a finger's swipe over whatever the viewer shows; a picture that zooms takes care of its own fingers. */
export function useSwipe({ onPrevious, onNext }: Sides) {
  const start = useRef<(Point & { id: number }) | null>(null);
  return {
    onPointerDown: (event: PointerEvent) => {
      const isOurs = event.pointerType === 'touch' && event.isPrimary && !isElsewhere(event);
      start.current = isOurs ? { id: event.pointerId, x: event.clientX, y: event.clientY } : null;
    },
    onPointerUp: ({ pointerId, clientX, clientY }: PointerEvent) => {
      const from = start.current;
      start.current = null;
      if (from?.id !== pointerId) return;
      const side = swipeOf({ x: clientX - from.x, y: clientY - from.y });
      if (side === 1) onPrevious?.();
      if (side === -1) onNext?.();
    },
    onPointerCancel: () => void (start.current = null),
  };
}

function isElsewhere({ target, clientY }: PointerEvent): boolean {
  if (!(target instanceof Element)) return true;
  if (target.closest('[data-zoomable], audio')) return true;
  return target instanceof HTMLVideoElement && clientY > target.getBoundingClientRect().bottom - CONTROLS_PX;
}
