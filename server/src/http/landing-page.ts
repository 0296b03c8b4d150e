import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { Plan } from '@vitrin/shared/contract/plans.ts';
import type { Language } from '@vitrin/shared/contract/users.ts';
import { fillLandingPage, landingAddress } from '@vitrin/shared/rules/landing-template.ts';
import type { Context } from '../context.ts';

/** How long an edited price may take to show. */
const KEPT_MILLISECONDS = 60_000;

const compress = promisify(brotliCompress);

export type LandingPage = { html: string; brotli: Buffer };
export type PlansOf = (language: Language) => Promise<Plan[]>;

/** Which page is asked for; `isNamed` when the address names the language. */
export type LandingChoice = { language: Language; isNamed: boolean };

/** Fills the prerendered page of a language with the plans of the database; each is kept for a minute. */
export function landingPages(
  { now, config }: Pick<Context, 'now' | 'config'>,
  plansOf: PlansOf,
): (choice: LandingChoice, template: string) => Promise<LandingPage> {
  const kept = new Map<string, { page: LandingPage; until: number }>();
  return async ({ language, isNamed }, template) => {
    const time = now().getTime();
    const address = isNamed ? landingAddress(language) : '/';
    const key = `${language} ${address}`;
    const known = kept.get(key);
    if (known && time < known.until) return known.page;
    const place = { origin: config.publicUrl, address, year: now().getUTCFullYear() };
    const html = fillLandingPage(template, language, await plansOf(language), place);
    const brotli = await compress(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } });
    const page = { html, brotli };
    kept.set(key, { page, until: time + KEPT_MILLISECONDS });
    return page;
  };
}
