import type { Language } from '@vitrin/shared/contract/users.ts';
import { writeCookie } from '../lib/cookies.ts';
import { LANGUAGE_KEY, readStored, writeStored } from '../lib/storage.ts';

// Written out, so that no schema library is loaded for two words.
export const LANGUAGES = ['en', 'tr'] as const satisfies Language[];

/** Specification 8.2: how long `data-language-transition` stays on <html> after a switch. */
const LANGUAGE_TRANSITION_MS = 500;

/** The stored choice, else a browser language containing "tr", else English (specification 8.1). */
export function pickLanguage(): Language {
  const stored = readStored('local', LANGUAGE_KEY);
  const named = LANGUAGES.find((language) => language === stored);
  if (named) return named;
  return navigator.language.toLowerCase().includes('tr') ? 'tr' : 'en';
}

/** Stores the choice in local storage for the app, and in a cookie for the server, which serves `/` in it. */
export function storeLanguage(language: Language): void {
  writeStored('local', LANGUAGE_KEY, language);
  writeCookie(LANGUAGE_KEY, language);
}

let transitionTimer: ReturnType<typeof setTimeout> | undefined;

/** Marks the 500 ms of a language switch on <html>. */
export function markLanguageTransition(): void {
  const root = document.documentElement;
  root.setAttribute('data-language-transition', '');
  clearTimeout(transitionTimer);
  transitionTimer = setTimeout(
    () => root.removeAttribute('data-language-transition'),
    LANGUAGE_TRANSITION_MS,
  );
}
