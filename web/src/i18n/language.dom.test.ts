import { expect, test, vi } from 'vitest';
import { markLanguageTransition, pickLanguage, storeLanguage } from './language.ts';

test('a switch is flagged for 500 ms, a second one for 500 ms from then on', () => {
  vi.useFakeTimers();
  const isFlagged = () => document.documentElement.hasAttribute('data-language-transition');
  markLanguageTransition();
  vi.advanceTimersByTime(499);
  expect(isFlagged()).toBe(true);
  markLanguageTransition();
  vi.advanceTimersByTime(499);
  expect(isFlagged()).toBe(true);
  vi.advanceTimersByTime(1);
  expect(isFlagged()).toBe(false);
});

test.each([
  ['tr', null, 'tr'],
  ['TR-tr', null, 'tr'],
  ['en-US', null, 'en'],
  ['de', null, 'en'],
  ['tr', 'en', 'en'],
  ['en', 'tr', 'tr'],
  ['tr', 'fr', 'tr'],
] as const)('a browser in %s with %s stored reads %s', (browser, stored, language) => {
  vi.spyOn(navigator, 'language', 'get').mockReturnValue(browser);
  if (stored) localStorage.setItem('language', stored);
  expect(pickLanguage()).toBe(language);
});

test('the choice is kept for the browser and, as a cookie, for the server', () => {
  storeLanguage('tr');
  expect(localStorage.getItem('language')).toBe('tr');
  expect(document.cookie).toContain('language=tr');
});
