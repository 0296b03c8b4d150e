import type { Language } from '@vitrin/shared/contract/users.ts';

/** Links of `<head>`, by screen and by language. */
export type Preloads = {
  screens: { pattern: RegExp; links: string }[];
  languages: Record<Language, string>;
};

type WrittenPreloads = Omit<Preloads, 'screens'> & { screens: { pattern: string; links: string }[] };

/** Reads what the build has written (web/src/prerender-preloads.ts). */
export function readPreloads(json: string): Preloads {
  const { screens, languages } = JSON.parse(json) as WrittenPreloads;
  // oxlint-disable-next-line vitrin/linear-pattern -- a literal of the build; an address ends at 16 KB
  const compiled = screens.map(({ pattern, links }) => ({ pattern: new RegExp(pattern), links }));
  return { screens: compiled, languages };
}

/** The application's page with links to what this screen will ask for, so that the browser need not find out step by step. */
export function withPreloads(page: string, preloads: Preloads, path: string, language: Language): string {
  const screen = preloads.screens.find(({ pattern }) => pattern.test(path));
  if (!screen) return page;
  return page.replace('</head>', () => `${screen.links}${preloads.languages[language]}</head>`);
}
