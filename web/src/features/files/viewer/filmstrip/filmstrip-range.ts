/** Width of a picture in the row with its gap. */
export const ITEM_PX = 64;

/** The row is drawn anew each time so many pictures have passed. */
const STEP = 8;

/** Indexes of the first picture that is drawn, and of the first one after them that is not. */
export type Range = { from: number; to: number };

/** The pictures in sight and at least as many as STEP beside them. */
export function rangeInSight(scrollLeft: number, width: number): Range {
  const first = Math.floor(scrollLeft / ITEM_PX / STEP) * STEP;
  const last = Math.ceil((scrollLeft + width) / ITEM_PX / STEP) * STEP;
  return { from: Math.max(0, first - STEP), to: last + STEP };
}
