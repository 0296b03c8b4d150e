import { expect, test } from 'vitest';
import { dueDay } from './due-day.ts';

/** A Friday. */
const NOW = Date.parse('2026-11-20T10:00:00.000Z');
const inWords = (language: string, day: string, isQuiet = false, now = NOW, timeZone = 'UTC') =>
  dueDay(language, day, { now, timeZone, isQuiet }).words;

test.each([
  ['2026-11-20', 'today', 'bugün'],
  ['2026-11-21', 'tomorrow', 'yarın'],
  ['2026-11-22', 'Sunday', 'Pazar'],
  ['2026-11-26', 'Thursday', 'Perşembe'],
  ['2026-11-27', 'in 7 days', '7 gün sonra'],
  ['2026-12-03', 'in 13 days', '13 gün sonra'],
  ['2026-12-04', 'in 2 weeks', '2 hafta sonra'],
  ['2026-12-11', 'in 3 weeks', '3 hafta sonra'],
  ['2027-01-15', 'in 8 weeks', '8 hafta sonra'],
  ['2027-02-01', 'Feb 1, 2027', '1 Şub 2027'],
  ['2026-11-19', 'yesterday', 'dün'],
  ['2026-11-17', '3 days ago', '3 gün önce'],
  ['2026-10-30', '3 weeks ago', '3 hafta önce'],
  ['2026-05-04', 'May 4', '4 May'],
])('%s is written as “%s” and “%s”', (day, english, turkish) => {
  expect([inWords('en', day), inWords('tr', day)]).toEqual([english, turkish]);
});

test('a past day is shown as its date in quiet lists', () => {
  expect([inWords('en', '2026-11-19', true), inWords('tr', '2026-11-17', true)]).toEqual([
    'Nov 19',
    '17 Kas',
  ]);
  expect(dueDay('en', '2026-11-19', { now: NOW, timeZone: 'UTC', isQuiet: true }).isPast).toBe(true);
  expect(inWords('en', '2026-11-20', true)).toBe('today');
});

test.each([
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
  'Europe/Istanbul',
  'America/New_York',
  'Europe/Berlin',
])('a day begins and ends at midnight in %s, even at clock changes', (timeZone) => {
  for (let day = Date.parse('2026-03-01'); day < Date.parse('2026-12-01'); day += 24 * 3600 * 1000) {
    const name = new Date(day).toISOString().slice(0, 10);
    const said = [0, 1].map((ahead) => {
      // Noon in UTC is the same day from Pago Pago (UTC-11) to Berlin; in Kiritimati (UTC+14) it is the next one.
      const noon = day + (timeZone === 'Pacific/Kiritimati' ? -12 : 12) * 3600 * 1000;
      return inWords('en', name, false, noon - ahead * 24 * 3600 * 1000, timeZone);
    });
    expect(said).toEqual(['today', 'tomorrow']);
  }
});
