import type { Language } from '@vitrin/shared/contract/users.ts';
import type { Opened, Reader } from '@vitrin/shared/rules/rendered-pages.ts';

/** Links for `<head>` by language, since they include a screen's texts, by reader, and for addresses that open a file. */
type Links = {
  links: Record<Language, string>;
  besides: Record<Reader, string>;
  opened?: Record<Language, Record<Opened, string>>;
};

export type Preloads = (Links & { pattern: RegExp })[];

type WrittenPreloads = (Links & { pattern: string })[];

/** Reads the links that the build has written (web/preloads.ts). */
export function readPreloads(json: string): Preloads {
  const screens = JSON.parse(json) as WrittenPreloads;
  // oxlint-disable-next-line vitrin/linear-pattern -- a literal of the build; an address ends at 16 KB
  return screens.map(({ pattern, ...rest }) => ({ pattern: new RegExp(pattern), ...rest }));
}

/** Adds links to what the screen will ask for, so that the browser need not find them step by step. */
export function withPreloads(
  page: string,
  preloads: Preloads,
  path: string,
  { language, reader, opens }: { language: Language; reader: Reader; opens: Opened | undefined },
): string {
  const screen = preloads.find(({ pattern }) => pattern.test(path));
  if (!screen) return page;
  const { links, besides, opened } = screen;
  const viewer = opens && opened ? opened[language][opens] : '';
  return page.replace('</head>', () => `${links[language]}${besides[reader]}${viewer}</head>`);
}
