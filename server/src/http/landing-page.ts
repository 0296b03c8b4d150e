import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { Plan } from '@vitrin/shared/contract/plans.ts';
import type { Language } from '@vitrin/shared/contract/users.ts';
import { fillLandingPage } from '@vitrin/shared/rules/landing-template.ts';
import type { Context } from '../context.ts';

/** How long an edited price may take to show (issue 7). */
const KEPT_MILLISECONDS = 60_000;

const compress = promisify(brotliCompress);

export type LandingPage = { html: string; brotli: Buffer };
export type PlansOf = (language: Language) => Promise<Plan[]>;

/** Fills the prerendered page of a language with the plans of the database; each is kept for a minute. */
export function landingPages(
  { now, config }: Pick<Context, 'now' | 'config'>,
  plansOf: PlansOf,
): (language: Language, template: string) => Promise<LandingPage> {
  const kept = new Map<Language, { page: LandingPage; until: number }>();
  return async (language, template) => {
    const time = now().getTime();
    const known = kept.get(language);
    if (known && time < known.until) return known.page;
    const html = fillLandingPage(template, language, await plansOf(language), config.publicUrl);
    const brotli = await compress(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } });
    const page = { html, brotli };
    kept.set(language, { page, until: time + KEPT_MILLISECONDS });
    return page;
  };
}
