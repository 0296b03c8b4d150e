import { expect, test } from 'vitest';
import {
  formatBytes,
  formatDateTime,
  formatExtent,
  formatPercent,
  formatRelative,
  formatStorageLimit,
  formatStorageUsed,
  initialOf,
} from './format.ts';

test.each([
  ['en', 0, '0 B'],
  ['en', 1023, '1,023 B'],
  ['en', 1536, '2 KB'],
  ['en', 5.25 * 1024 ** 2, '5.3 MB'],
  ['tr', 5.25 * 1024 ** 2, '5,3 MB'],
  ['en', 1024 ** 3, '1 GB'],
])('in %s %f bytes are %s', (language, bytes, text) => {
  expect(formatBytes(language, bytes)).toBe(text);
});

test.each([
  [null, '2 KB'],
  [0.2, '0:01 · 2 KB'],
  [7.4, '0:07 · 2 KB'],
  [64.6, '1:05 · 2 KB'],
  [725, '12:05 · 2 KB'],
  [3723, '1:02:03 · 2 KB'],
  [36_000, '10:00:00 · 2 KB'],
])('a file of %s seconds says "%s"', (duration, text) => {
  expect(formatExtent('en', { duration, size: 2048 })).toBe(text);
});

test('storage has the units of the specification', () => {
  expect(formatStorageLimit('en', 0.5)).toBe('500 MB');
  expect(formatStorageUsed('en', 0.5)).toBe('512 MB');
  expect(formatStorageUsed('tr', 1.239)).toBe('1,24 GB');
});

const NOW = Date.parse('2026-11-20T12:00:00Z');
test.each([
  ['2026-11-20T11:59:30.000Z', 'now'],
  ['2026-11-20T15:00:00.000Z', 'now'],
  ['2026-11-20T11:58:00.000Z', '2 minutes ago'],
  ['2026-11-20T09:00:00.000Z', '3 hours ago'],
  ['2026-11-19T11:00:00.000Z', 'yesterday'],
  ['2026-11-05T12:00:00.000Z', '2 weeks ago'],
  ['2025-11-01T12:00:00.000Z', 'last year'],
])('%s is %s', (timestamp, text) => {
  expect(formatRelative('en', timestamp, NOW)).toBe(text);
});

test('Turkish readers get Turkish words and word order', () => {
  expect(formatRelative('tr', '2026-11-19T11:00:00.000Z', NOW)).toBe('dün');
  expect(formatPercent('tr', 67)).toBe('%67');
  expect(formatPercent('en', 67)).toBe('67%');
  expect(formatDateTime('tr', '2026-11-20T12:00:00.000Z')).toContain('20 Kasım 2026');
});

test.each([
  ['tr', 'ismail', 'İ'],
  ['en', 'ismail', 'I'],
  ['tr', 'ılgaz', 'I'],
  ['en', '𝒜da', '𝒜'],
  ['en', '🇹🇷 Ada', '🇹🇷'],
  ['en', '👩🏽‍🎨 Studio', '👩🏽‍🎨'],
  ['en', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '🏴󠁧󠁢󠁥󠁮󠁧󠁿'],
  ['en', '❤️‍🔥', '❤️‍🔥'],
  ['en', '1️⃣ first', '1️⃣'],
  ['en', 'e\u0301lan', 'E\u0301'],
  ['en', '', '?'],
])('in %s the initial of %s is %s', (language, username, initial) => {
  expect(initialOf(language, username)).toBe(initial);
});
