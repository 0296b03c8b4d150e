import type { Size } from '../../viewer/zoom/zoom-geometry.ts';

/** A place inside a box, in shares of its width and height. */
type Area = { left: number; top: number; width: number; height: number };

/** Shapes that differ by less than half a pixel in a hundred count as equal. */
const SAME_RATIO = 0.005;

const WHOLE: Area = { left: 0, top: 0, width: 1, height: 1 };

/** The box that both pictures are fitted into: that of the one with more pixels. */
export function frameFor(one: Size, other: Size): Size {
  return one.width * one.height > other.width * other.height ? one : other;
}

/** Position of a picture in the frame: as large as fits, centred. */
export function fitIn(frame: Size, picture: Size): Area {
  const relative = ratioOf(picture) / ratioOf(frame);
  if (Math.abs(relative - 1) < SAME_RATIO) return WHOLE;
  const width = Math.min(1, relative);
  const height = Math.min(1, 1 / relative);
  return { left: (1 - width) / 2, top: (1 - height) / 2, width, height };
}

function ratioOf({ width, height }: Size): number {
  return width / height;
}

/** A share from 0 to 1, whatever is asked for. */
export function clampShare(share: number): number {
  return Math.min(1, Math.max(0, share));
}
