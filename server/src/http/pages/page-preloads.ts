import type { Language } from '@vitrin/shared/contract/users.ts';

/** Links for `<head>`, by screen and language, since they include a screen's texts. */
export type Preloads = { pattern: RegExp; tools: string; links: Record<Language, string> }[];

type WrittenPreloads = { pattern: string; tools: string; links: Record<Language, string> }[];

/** Reads the links that the build has written (web/preloads.ts). */
export function readPreloads(json: string): Preloads {
  const screens = JSON.parse(json) as WrittenPreloads;
  // oxlint-disable-next-line vitrin/linear-pattern -- a literal of the build; an address ends at 16 KB
  return screens.map(({ pattern, ...rest }) => ({ pattern: new RegExp(pattern), ...rest }));
}

/**
 * The application's page with links to what this screen will ask for, so that the browser need not find out step by
 * step.
 */
export function withPreloads(
  page: string,
  preloads: Preloads,
  path: string,
  { language, isFreelancer }: { language: Language; isFreelancer: boolean },
): string {
  const screen = preloads.find(({ pattern }) => pattern.test(path));
  if (!screen) return page;
  return page.replace('</head>', () => `${screen.links[language]}${isFreelancer ? screen.tools : ''}</head>`);
}
