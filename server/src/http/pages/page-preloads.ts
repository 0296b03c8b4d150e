import type { Language } from '@vitrin/shared/contract/users.ts';
import type { Reader } from '@vitrin/shared/rules/rendered-pages.ts';

/** Links for `<head>`, by screen: by language, since they include a screen's texts, and by who reads it. */
type Links = { links: Record<Language, string>; besides: Record<Reader, string> };

export type Preloads = (Links & { pattern: RegExp })[];

type WrittenPreloads = (Links & { pattern: string })[];

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
  { language, reader }: { language: Language; reader: Reader },
): string {
  const screen = preloads.find(({ pattern }) => pattern.test(path));
  if (!screen) return page;
  return page.replace('</head>', () => `${screen.links[language]}${screen.besides[reader]}</head>`);
}
