import type { MouseEvent } from 'react';

/** True if a click hit the backdrop itself, except for the second click of the opening double click. */
export function isClickBeside({ target, currentTarget, detail }: MouseEvent): boolean {
  return target === currentTarget && detail < 2;
}
