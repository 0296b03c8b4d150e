import { lazy } from 'react';
import { loadCode } from '../../../lib/code/load-code.ts';

/** Charts are loaded with the first of them, as those of ../lazy-charts.ts are. */
export const Lines = lazy(async () => ({
  default: (await loadCode(() => import('./query-charts.tsx'))).Lines,
}));
export const Columns = lazy(async () => ({
  default: (await loadCode(() => import('./query-charts.tsx'))).Columns,
}));
