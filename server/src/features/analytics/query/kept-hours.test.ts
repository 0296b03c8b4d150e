import { expect, test } from 'vitest';
import { hoursKeptSince } from '../../../jobs/looks-kept.ts';
import { askFigures, deliveryIn, see } from '../../../testing/analytics.ts';
import { sharedTestApp } from '../../../testing/shared-test-app.ts';

const setup = await sharedTestApp();

test('times before the sums by hour are counted by events', async () => {
  const made = await deliveryIn(setup);
  const { owner } = made;
  await see(setup, made, 'project_opened', [
    '2024-11-19T10:00:00.000Z',
    '2024-11-20T01:00:00.000Z',
    '2024-11-20T23:30:00.000Z',
    '2024-11-21T10:00:00.000Z',
  ]);
  const kept = hoursKeptSince(setup.context);
  expect(kept.slice(0, 10)).toBe('2024-11-20');
  await setup.db.deleteFrom('event_hours').where('hour', '<', kept).execute();
  const days = await askFigures(owner, 'measure=opens&by=day&from=2024-11-19&to=2024-11-21');
  expect(days.rows.map(({ keys, value }) => [keys[0]?.key, value])).toEqual([
    ['2024-11-19', 1],
    ['2024-11-20', 2],
    ['2024-11-21', 1],
  ]);
  const year = await askFigures(owner, 'measure=opens&from=2025-11-19&to=2026-11-20&compare=previous');
  expect(year.total).toMatchObject({ value: 0, before: 4 });
});
