import { LANGUAGES, markLanguageTransition, storeLanguage } from './i18n/language.ts';
import { whenIdle } from './lib/code/when-idle.ts';
import { THEME_KEY, writeStored } from './lib/storage.ts';

/** First script of the landing page: theme and language switches work until React, loaded later, takes over. */
let isReactRunning = false;

document.addEventListener('click', (event) => {
  if (isReactRunning || !(event.target instanceof Element)) return;
  const toggle = event.target.closest<HTMLElement>('[data-theme-toggle]');
  if (toggle) switchTheme();
  const language = event.target.closest<HTMLElement>('[data-language-choice]')?.dataset['languageChoice'];
  const chosen = LANGUAGES.find((each) => each === language);
  if (chosen && chosen !== document.documentElement.lang) switchLanguage(chosen);
});

if (document.readyState === 'complete') startReact();
else addEventListener('load', startReact, { once: true });

function switchTheme(): void {
  const root = document.documentElement;
  const theme = root.getAttribute('data-mantine-color-scheme') === 'dark' ? 'light' : 'dark';
  root.setAttribute('data-mantine-color-scheme', theme);
  writeStored('local', THEME_KEY, theme);
}

/** The server has the page in both languages; a `lang` in the address would keep the old one. */
function switchLanguage(language: (typeof LANGUAGES)[number]): void {
  storeLanguage(language);
  markLanguageTransition();
  if (location.search === '') location.reload();
  else location.replace(location.pathname);
}

function startReact(): void {
  // Two frames later the first picture is painted, so React delays neither its loading nor its painting.
  requestAnimationFrame(() => requestAnimationFrame(() => whenIdle(() => void loadReact())));
}

async function loadReact(): Promise<void> {
  await import('./main.tsx');
  isReactRunning = true;
}
