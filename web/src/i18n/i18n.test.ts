import { beforeEach, expect, test, vi } from 'vitest';
import type * as I18n from './i18n.ts';

/** The texts of one page: those that another test has already requested are not loaded yet. */
let page: typeof I18n;
beforeEach(async () => {
  vi.resetModules();
  page = await import('./i18n.ts');
});

const nothing = () => Promise.resolve();

test('only texts that screens requested are loaded, and they stay after a switch of the language', async () => {
  const i18n = await page.createI18n('en');
  expect(i18n.has('actions.save')).toBe(true);
  expect(i18n.has('auth.loginTitle')).toBe(false);
  await page.loadWithTexts(['auth'], nothing);
  expect(i18n.has('auth.loginTitle')).toBe(true);
  expect(i18n.has('account.title')).toBe(false);
  await page.changeLanguage(i18n, 'tr');
  expect(i18n.t('auth.loginTitle')).toBe('Tekrar hoş geldiniz');
  expect(i18n.t('actions.save')).toBe('Kaydet');
});

test('texts and code are requested together, and the code waits for the texts', async () => {
  const i18n = await page.createI18n('en');
  const code = vi.fn<() => Promise<string>>(() => Promise.resolve('screen'));
  const loading = page.loadWithTexts(['account'], code);
  expect(code).toHaveBeenCalledOnce();
  expect(i18n.has('account.title')).toBe(false);
  await expect(loading).resolves.toBe('screen');
  expect(i18n.has('account.title')).toBe(true);
});

test('a screen requested while the language changes uses the new one', async () => {
  const i18n = await page.createI18n('en');
  const switching = page.changeLanguage(i18n, 'tr');
  await page.loadWithTexts(['tools'], nothing);
  expect(i18n.has('dashboard.title', 'tr')).toBe(true);
  await switching;
  expect(i18n.language).toBe('tr');
});

test('a language chosen while a screen loads gets the texts of that screen', async () => {
  const i18n = await page.createI18n('en');
  const loading = page.loadWithTexts(['plans'], nothing);
  await page.changeLanguage(i18n, 'tr');
  expect(i18n.has('pricing.title')).toBe(true);
  await loading;
});
