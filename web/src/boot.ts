import { LANGUAGES, markLanguageTransition, storeLanguage } from './i18n/language.ts';
import { THEME_KEY, writeStored } from './lib/storage.ts';

/**
 * The prerendered landing page's first script: theme and language work at once, React starts when the page has
 * loaded. From then on React's own handlers do the same and these step back.
 */
let isReactRunning = false;

document.addEventListener('click', (event) => {
  if (isReactRunning || !(event.target instanceof Element)) return;
  if (event.target.closest('[data-theme-toggle]')) switchTheme();
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

/** The server has the page in both languages; an address that names one would keep it. */
function switchLanguage(language: (typeof LANGUAGES)[number]): void {
  storeLanguage(language);
  markLanguageTransition();
  if (location.search === '') location.reload();
  else location.replace(location.pathname);
}

function startReact(): void {
  const whenIdle = window.requestIdleCallback ?? ((start: () => void) => setTimeout(start, 200));
  // Two frames on, the picture that has arrived is painted: React takes neither line nor processor from it.
  requestAnimationFrame(() => requestAnimationFrame(() => whenIdle(() => void loadReact())));
}

async function loadReact(): Promise<void> {
  await import('./main.tsx');
  isReactRunning = true;
}
