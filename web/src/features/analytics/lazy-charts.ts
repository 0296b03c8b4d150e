import { lazy } from 'react';

/** Recharts is large: it comes with the first chart, and only here. */
export const BarsChart = lazy(async () => ({ default: (await import('./charts.tsx')).BarsChart }));
export const LinesChart = lazy(async () => ({ default: (await import('./charts.tsx')).LinesChart }));
