import { expect, test } from 'vitest';
import { pastDay } from './past-day.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');

test.each([
  ['2026-11-20T08:30:00.000Z', 'UTC', { kind: 'today', day: expect.stringContaining('8:30') }],
  ['2026-11-19T23:30:00.000Z', 'UTC', { kind: 'yesterday', day: '' }],
  // Further east, this moment already belongs to today.
  ['2026-11-19T23:30:00.000Z', 'Europe/Istanbul', { kind: 'today', day: expect.stringContaining('2:30') }],
  ['2026-11-17T12:00:00.000Z', 'UTC', { kind: 'weekday', day: 'Tuesday' }],
  // A week ago is a Friday as well.
  ['2026-11-13T12:00:00.000Z', 'UTC', { kind: 'date', day: 'November 13' }],
])('%s in %s is written as a day', (timestamp, timeZone, said) => {
  expect(pastDay('en-US', timestamp, NOW, timeZone)).toEqual(said);
});
