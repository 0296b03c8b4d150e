import { beforeEach, expect, test, vi } from 'vitest';

const HERE = Date.parse('2026-03-01T12:00:00Z');
const HOUR = 3_600_000;

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers({ now: HERE });
});

const clock = () => import('./server-clock.ts');

test('the reader’s clock is used until there is an answer', async () => {
  expect((await clock()).serverNow()).toBe(HERE);
});

test.each([
  ['an hour ahead', -HOUR],
  ['two days behind', 48 * HOUR],
])('a clock that is %s is corrected by the first answer', async (_, away) => {
  const { noteAnswerTime, serverNow } = await clock();
  noteAnswerTime(new Date(HERE + away).toUTCString(), HERE - 200);
  expect(Math.abs(serverNow() - (HERE + away))).toBeLessThan(1000);
});

test('a slow answer that agrees with the offset leaves it as it is', async () => {
  const { noteAnswerTime, serverNow } = await clock();
  noteAnswerTime(new Date(HERE + HOUR).toUTCString(), HERE - 100);
  const before = serverNow();
  noteAnswerTime(new Date(HERE + HOUR).toUTCString(), HERE - 20_000);
  expect(serverNow()).toBe(before);
});

test('a clock changed while the page is open is noticed by the next answer', async () => {
  const { noteAnswerTime, serverNow } = await clock();
  noteAnswerTime(new Date(HERE).toUTCString(), HERE);
  vi.setSystemTime(HERE - 5 * HOUR);
  noteAnswerTime(new Date(HERE).toUTCString(), HERE - 5 * HOUR);
  expect(Math.abs(serverNow() - HERE)).toBeLessThan(1000);
});

test.each([[null], [''], ['yesterday'], ['9'.repeat(65_536)]])(
  'a date that is none changes nothing',
  async (date) => {
    const { noteAnswerTime, serverNow } = await clock();
    noteAnswerTime(date, HERE);
    expect(serverNow()).toBe(HERE);
  },
);
