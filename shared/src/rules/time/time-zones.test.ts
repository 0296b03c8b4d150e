import { expect, test } from 'vitest';
import { dayNumber } from './days.ts';
import { dayIn, supportedTimeZone, mondayOf, timeOn, weekIn } from './time-zones.ts';

test.each([
  ['Europe/Istanbul', 'Europe/Istanbul'],
  ['europe/berlin', 'Europe/Berlin'],
  ['UTC', 'UTC'],
  ['Mars/Olympus', undefined],
  ['', undefined],
  [undefined, undefined],
  ['a'.repeat(65), undefined],
])('%s is the zone %s', (name, zone) => expect(supportedTimeZone(name)).toBe(zone));

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

test.each([
  ['America/Santiago', '2026-09-06', '2026-09-06T04:00:00.000Z', 23],
  ['America/Santiago', '2026-04-04', '2026-04-04T03:00:00.000Z', 25],
  ['Asia/Beirut', '2026-03-29', '2026-03-28T22:00:00.000Z', 23],
  ['America/Havana', '2026-03-08', '2026-03-08T05:00:00.000Z', 23],
  ['America/Havana', '2026-11-01', '2026-11-01T04:00:00.000Z', 25],
  ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00.000Z', 23],
  ['Europe/Berlin', '2026-10-25', '2026-10-24T22:00:00.000Z', 25],
  ['Australia/Lord_Howe', '2026-10-04', '2026-10-03T13:30:00.000Z', 23.5],
  ['Africa/Cairo', '2026-04-24', '2026-04-23T22:00:00.000Z', 23],
  ['UTC', '2026-03-29', '2026-03-29T00:00:00.000Z', 24],
])('in %s the day %s begins at %s and has %d hours', (zone, day, begin, hours) => {
  const number = dayNumber(day);
  const begins = timeOn(zone, number, 0);
  expect(begins.toISOString()).toBe(begin);
  expect((timeOn(zone, number + 1, 0).getTime() - begins.getTime()) / 3_600_000).toBe(hours);
  expect([dayIn(zone, begins), dayIn(zone, new Date(begins.getTime() - 1))]).toEqual([number, number - 1]);
});

test('every day of ten years begins where the one before ends, in zones with clock changes at midnight', () => {
  for (const zone of [
    'America/Santiago',
    'America/Havana',
    'Asia/Beirut',
    'Africa/Cairo',
    'America/Asuncion',
  ]) {
    const first = dayNumber('2018-01-01');
    const wrong = Array.from({ length: 3650 }, (_, index) => first + index).filter((day) => {
      const begins = timeOn(zone, day, 0);
      return dayIn(zone, begins) !== day || dayIn(zone, new Date(begins.getTime() - 1)) !== day - 1;
    });
    expect([zone, wrong]).toEqual([zone, []]);
  }
});
