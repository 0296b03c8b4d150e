import { expect, test } from 'vitest';
import { formatScheduled } from './format-scheduled.ts';

const NOW = Date.parse('2026-11-20T10:00:00Z');
const say = (language: string, timestamp: string, zone = 'Europe/Istanbul') =>
  formatScheduled(language, timestamp, NOW, zone).replaceAll('\u202f', ' ');

test('a time in the next days is named by its weekday, in the reader’s zone', () => {
  expect(say('en', '2026-11-24T11:00:00Z')).toBe('Tuesday 2:00 PM');
  expect(say('tr', '2026-11-24T11:00:00Z')).toBe('Salı 14:00');
  expect(say('tr', '2026-11-24T22:30:00Z')).toBe('Çarşamba 01:30');
});

test('a later time is named by its date', () => {
  expect(say('en', '2026-11-26T10:00:00Z')).toBe('November 26, 2026 at 1:00 PM');
  expect(say('tr', '2027-01-02T10:00:00Z')).toBe('2 Ocak 2027 13:00');
});
