import type { Language } from '@vitrin/shared/contract/users.ts';

/** Written by the build (web/src/prerender-preloads.ts): links of `<head>`, by screen and by language. */
export type Preloads = {
  screens: { pattern: string; links: string }[];
  languages: Record<Language, string>;
};

/** The application's page with links to what this screen will ask for, so that the browser need not find out step by step. */
export function withPreloads(page: string, preloads: Preloads, path: string, language: Language): string {
  const screen = preloads.screens.find(({ pattern }) => new RegExp(pattern).test(path));
  if (!screen) return page;
  return page.replace('</head>', () => `${screen.links}${preloads.languages[language]}</head>`);
}
