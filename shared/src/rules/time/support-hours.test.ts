import { expect, test } from 'vitest';
import { answerBy, type SupportHours } from './support-hours.ts';

const OFFICE = { firstDay: 1, lastDay: 5, from: 9, to: 18, zone: 'Europe/Istanbul' };

// 2026-11-20 is a Friday; Istanbul is three hours ahead of UTC.
test.each<[string, string, number, SupportHours, string | undefined]>([
  ['around the clock', '2026-11-20T20:00:00Z', 2, 'always', '2026-11-20T22:00:00Z'],
  ['within a day', '2026-11-20T07:00:00Z', 4, OFFICE, '2026-11-20T11:00:00Z'],
  ['up to the end of the day', '2026-11-20T11:00:00Z', 4, OFFICE, '2026-11-20T15:00:00Z'],
  ['over a weekend', '2026-11-20T14:00:00Z', 4, OFFICE, '2026-11-23T09:00:00Z'],
  ['asked on a Sunday', '2026-11-22T10:00:00Z', 1, OFFICE, '2026-11-23T07:00:00Z'],
  ['asked before the day begins', '2026-11-20T01:00:00Z', 1, OFFICE, '2026-11-20T07:00:00Z'],
  ['over several days', '2026-11-16T06:00:00Z', 20, OFFICE, '2026-11-18T08:00:00Z'],
  [
    'over a night whose clocks go back',
    '2026-10-31T20:00:00Z',
    24,
    { firstDay: 1, lastDay: 7, from: 0, to: 24, zone: 'America/New_York' },
    '2026-11-01T20:00:00Z',
  ],
  ['without a promise of the plan', '2026-11-20T07:00:00Z', 0, 'always', undefined],
  ['without a word about when support is there', '2026-11-20T07:00:00Z', 8, undefined, undefined],
])('an answer is promised %s', (_about, asked, hours, when, expected) => {
  expect(answerBy(new Date(asked), hours, when)?.getTime()).toBe(
    expected === undefined ? undefined : Date.parse(expected),
  );
});
