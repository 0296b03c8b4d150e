import { lazy } from 'react';
import { loadCode } from '../../lib/code/load-code.ts';

/** Recharts is large, so it is loaded with the first chart. */
export const BarsChart = lazy(async () => ({
  default: (await loadCode(() => import('./charts.tsx'))).BarsChart,
}));
export const DayBarsChart = lazy(async () => ({
  default: (await loadCode(() => import('./charts.tsx'))).DayBarsChart,
}));
