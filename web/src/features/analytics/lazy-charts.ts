import { lazy } from 'react';
import { loadCode } from '../../lib/code/load-code.ts';

/** Recharts is large: it comes with the first chart, and only here. */
export const BarsChart = lazy(async () => ({
  default: (await loadCode(() => import('./charts.tsx'))).BarsChart,
}));
export const LinesChart = lazy(async () => ({
  default: (await loadCode(() => import('./charts.tsx'))).LinesChart,
}));
