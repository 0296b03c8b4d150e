import type { AnalyticsAnswer } from '@vitrin/shared/contract/figures/analytics-query.ts';
import { roundTicks } from '../round-ticks.ts';

const LENGTHS = [86_400, 3600, 60];

/** Marks of an axis from 0 to `max`, round in the unit that people read. */
export function ticksOf(unit: AnalyticsAnswer['unit'], max: number): number[] {
  if (unit === 'bytes') return roundTicks(max, 1024);
  if (unit !== 'seconds') return roundTicks(max);
  const size = LENGTHS.find((length) => max >= length) ?? 1;
  return roundTicks(max / size).map((tick) => tick * size);
}
