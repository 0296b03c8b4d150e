export type View = {
  /** 1 shows the whole picture. */
  scale: number;
  /** Distance from the centre in pixels. */
  x: number;
  y: number;
};

export type Point = { x: number; y: number };
export type Size = { width: number; height: number };

export const WHOLE: View = { scale: 1, x: 0, y: 0 };
export const MAX_SCALE = 8;

/** The view after zooming to `scale`, with the point `at` (pixels from the centre) kept in place. */
export function zoomedAt(view: View, scale: number, at: Point): View {
  const next = Math.min(MAX_SCALE, Math.max(1, scale));
  const ratio = next / view.scale;
  return { scale: next, x: at.x - (at.x - view.x) * ratio, y: at.y - (at.y - view.y) * ratio };
}

/** Limits the view so that no edge of the picture moves inside the screen; a smaller picture stays centred. */
export function within(view: View, picture: Size, screen: Size): View {
  const spareX = Math.max(0, (picture.width * view.scale - screen.width) / 2);
  const spareY = Math.max(0, (picture.height * view.scale - screen.height) / 2);
  return { scale: view.scale, x: clamp(view.x, spareX), y: clamp(view.y, spareY) };
}

/** The swipe of a quick or long move with little up or down: +1 to the right, -1 to the left, 0 for none. */
export function swipeOf(way: Point): -1 | 0 | 1 {
  if (Math.abs(way.x) < 56 || Math.abs(way.x) < Math.abs(way.y) * 1.5) return 0;
  return way.x > 0 ? 1 : -1;
}

function clamp(value: number, limit: number): number {
  return Math.min(limit, Math.max(-limit, value));
}
