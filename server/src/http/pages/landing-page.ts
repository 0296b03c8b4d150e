import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { Plan } from '@vitrin/shared/contract/plans.ts';
import type { Language } from '@vitrin/shared/contract/users.ts';
import { fillLandingPage, landingAddress } from '@vitrin/shared/rules/landing-template.ts';
import type { Context } from '../../context.ts';

/** How long an edited price may take to show. */
const KEPT_MILLISECONDS = 60_000;

/**
 * Compressed as far as possible, so that the page fits into the first bytes a connection may carry (14 kB). Takes 0.2
 * s, but only after a text or price has changed.
 */
const compress = async (html: string) =>
  promisify(brotliCompress)(html, {
    params: { [constants.BROTLI_PARAM_SIZE_HINT]: Buffer.byteLength(html) },
  });

export type LandingPage = { html: string; brotli: Buffer };
export type PlansOf = (language: Language) => Promise<Plan[]>;

/** The page that is asked for; `isNamed` when the address names the language. */
export type LandingChoice = { language: Language; isNamed: boolean };

/** Fills the prerendered page of a language with the plans of the database; the result is kept for a minute. */
export function landingPages(
  { now, config }: Pick<Context, 'now' | 'config'>,
  plansOf: PlansOf,
): (choice: LandingChoice, template: string) => Promise<LandingPage> {
  const kept = new Map<string, { page: Promise<LandingPage>; until: number }>();
  return async ({ language, isNamed }, template) => {
    const time = now().getTime();
    const address = isNamed ? landingAddress(language) : '/';
    const key = `${language} ${address}`;
    const known = kept.get(key);
    if (known && time < known.until) return known.page;
    const fill = async () => {
      const place = { origin: config.publicUrl, address, year: now().getUTCFullYear() };
      const html = fillLandingPage(template, language, await plansOf(language), place);
      const before = await known?.page;
      return before?.html === html ? before : { html, brotli: await compress(html) };
    };
    const page = fill();
    kept.set(key, { page, until: time + KEPT_MILLISECONDS });
    page.catch(() => kept.delete(key));
    return page;
  };
}
