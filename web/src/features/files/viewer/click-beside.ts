import type { MouseEvent } from 'react';

/**
 * True if a click hit the backdrop itself. The second click of the double click that opened the viewer does not count.
 */
export function isClickBeside({ target, currentTarget, detail }: MouseEvent): boolean {
  return target === currentTarget && detail < 2;
}
