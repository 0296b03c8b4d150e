import { expect, test } from 'vitest';
import { daysOfRange } from './card-ranges.ts';

test.each([
  ['last_7_days', '2026-03-02', '2026-02-24', '2026-03-02'],
  ['last_30_days', '2024-03-01', '2024-02-01', '2024-03-01'],
  ['last_90_days', '2026-11-20', '2026-08-23', '2026-11-20'],
  ['last_365_days', '2025-03-01', '2024-03-02', '2025-03-01'],
  ['this_month', '2026-11-01', '2026-11-01', '2026-11-01'],
  ['last_month', '2026-01-15', '2025-12-01', '2025-12-31'],
  ['last_month', '2024-03-31', '2024-02-01', '2024-02-29'],
  ['this_year', '2026-11-20', '2026-01-01', '2026-11-20'],
] as const)('the range %s on %s is from %s to %s', (range, today, from, to) => {
  expect(daysOfRange(range, today)).toEqual({ from, to });
});

test('a fixed range has days of its own', () => {
  expect(daysOfRange('fixed', '2026-11-20')).toBeUndefined();
});
