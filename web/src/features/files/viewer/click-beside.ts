import type { MouseEvent } from 'react';

/** A click on the backdrop itself. The second one of the double click that opened the viewer is not meant for it. */
export function isClickBeside({ target, currentTarget, detail }: MouseEvent): boolean {
  return target === currentTarget && detail < 2;
}
