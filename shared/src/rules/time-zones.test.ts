import { expect, test } from 'vitest';
import { dayIn, knownTimeZone, mondayOf, weekIn } from './time-zones.ts';

test.each([
  ['Europe/Istanbul', 'Europe/Istanbul'],
  ['europe/berlin', 'Europe/Berlin'],
  ['UTC', 'UTC'],
  ['Mars/Olympus', undefined],
  ['', undefined],
  [undefined, undefined],
  ['a'.repeat(65), undefined],
])('%s is the zone %s', (name, zone) => expect(knownTimeZone(name)).toBe(zone));

test.each([
  ['UTC', '2026-11-22T23:59:59.999Z', 0],
  ['UTC', '2026-11-23T00:00:00.000Z', 1],
  ['Europe/Istanbul', '2026-11-22T20:59:59.000Z', 0],
  ['Europe/Istanbul', '2026-11-22T21:00:00.000Z', 1],
  ['America/Los_Angeles', '2026-11-23T07:59:00.000Z', 0],
  ['America/Los_Angeles', '2026-11-23T08:00:00.000Z', 1],
])('in %s the week of %s is %i after that of 22 November 2026', (zone, at, after) => {
  const week = weekIn('UTC', new Date('2026-11-22T12:00:00Z'));
  expect(weekIn(zone, new Date(at)) - week).toBe(after);
});

test.each([
  ['UTC', '2026-11-23T08:00:00.000Z'],
  ['Europe/Istanbul', '2026-11-23T05:00:00.000Z'],
  ['America/Los_Angeles', '2026-11-23T16:00:00.000Z'],
  ['Asia/Kathmandu', '2026-11-23T02:15:00.000Z'],
])('Monday at eight in %s is %s', (zone, at) => {
  const week = weekIn('UTC', new Date('2026-11-23T12:00:00Z'));
  expect(mondayOf(zone, week, 8).toISOString()).toBe(at);
});

test('weeks have 167 and 169 hours where clocks change, and every Monday belongs to its own week', () => {
  const zone = 'Europe/Berlin';
  const first = weekIn(zone, new Date('2026-01-01T12:00:00Z'));
  const hours = new Set<number>();
  for (let week = first; week < first + 52; week += 1) {
    const [monday, next] = [mondayOf(zone, week, 0), mondayOf(zone, week + 1, 0)];
    hours.add((next.getTime() - monday.getTime()) / 3_600_000);
    expect(weekIn(zone, monday)).toBe(week);
    expect(weekIn(zone, new Date(monday.getTime() - 1))).toBe(week - 1);
    expect(dayIn(zone, next) - dayIn(zone, monday)).toBe(7);
  }
  expect([...hours].toSorted((a, b) => a - b)).toEqual([167, 168, 169]);
});
