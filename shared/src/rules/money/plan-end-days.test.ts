import fc from 'fast-check';
import { expect, test } from 'vitest';
import { endOfDayEverywhere, lastGivenDay } from './plan-end-days.ts';

test.each([
  ['2027-01-31', '2027-02-01T12:00:00.000Z'],
  ['2028-02-29', '2028-03-01T12:00:00.000Z'],
  ['2026-12-31', '2027-01-01T12:00:00.000Z'],
])('%s has ended everywhere at %s', (day, end) => {
  expect(endOfDayEverywhere(day)).toBe(end);
  expect(lastGivenDay(end)).toBe(day);
});

test.each(['2027-02-30', '2027-13-01', '31.01.2027', '2027-1-31', '', '2027-01-31T00:00'])(
  '%j is no day',
  (text) => {
    expect(endOfDayEverywhere(text)).toBeNull();
  },
);

test('an end at midnight UTC, as stored by earlier releases, still means the day before', () => {
  expect(lastGivenDay('2027-02-01T00:00:00.000Z')).toBe('2027-01-31');
});

test('in every time zone the whole day lies before its end', () => {
  const days = fc.date({ min: new Date('2026-01-01'), max: new Date('2040-01-01'), noInvalidDate: true });
  fc.assert(
    fc.property(days, fc.integer({ min: -12, max: 14 }), (date, offset) => {
      const day = date.toISOString().slice(0, 10);
      const end = Date.parse(endOfDayEverywhere(day) ?? '');
      const lastMomentThere = Date.parse(`${day}T23:59:59.999Z`) - offset * 3600 * 1000;
      expect(lastMomentThere).toBeLessThan(end);
      expect(lastGivenDay(new Date(end).toISOString())).toBe(day);
    }),
  );
});
