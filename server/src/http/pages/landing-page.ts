import type { Plan } from '@vitrin/shared/contract/plans.ts';
import type { Language } from '@vitrin/shared/contract/users.ts';
import { type Render, type RenderedPages, landingAddress } from '@vitrin/shared/rules/rendered-pages.ts';
import type { Context } from '../../context.ts';
import { compressWell } from '@vitrin/engine/pages/page-compression.ts';

/** An edited price may take this long to show. */
const KEPT_MILLISECONDS = 60_000;

export type LandingPage = { html: string; brotli: Buffer };
export type PlansOf = (language: Language) => Promise<Plan[]>;

/** The page that is asked for; `isNamed` when the address names the language. */
export type LandingChoice = { language: Language; isNamed: boolean };

export type LandingTemplates = Partial<Record<Language, string>>;

type Kept = { madeFrom: string; page: LandingPage | undefined };

/** Keeps the page for a minute, then renders it if a plan or the year changed; undefined if it cannot be rendered. */
export function landingPages(
  { now, config, log }: Pick<Context, 'now' | 'config' | 'log'>,
  templates: LandingTemplates,
  plansOf: PlansOf,
  render: Render,
): (choice: LandingChoice) => Promise<LandingPage | undefined> {
  const renderPage = async (data: RenderedPages['landing']): Promise<LandingPage | undefined> => {
    try {
      const { html } = await render('landing', data);
      return { html, brotli: await compressWell(html) };
    } catch (error) {
      log.error({ err: error }, 'The landing page is sent without its content');
      return undefined;
    }
  };
  const makePage = async (
    page: Omit<RenderedPages['landing'], 'plans'>,
    before: Promise<Kept> | undefined,
  ): Promise<Kept> => {
    const data = { ...page, plans: await plansOf(page.language) };
    const madeFrom = JSON.stringify([data.origin, data.plans, now().getUTCFullYear()]);
    const previous = await before;
    if (previous?.page && previous.madeFrom === madeFrom) return previous;
    return { madeFrom, page: await renderPage(data) };
  };
  const kept = new Map<string, { made: Promise<Kept>; until: number }>();
  return async ({ language, isNamed }) => {
    const template = templates[language];
    if (template === undefined) return undefined;
    const time = now().getTime();
    const address = isNamed ? landingAddress(language) : '/';
    const key = `${language} ${address}`;
    const previous = kept.get(key);
    if (previous && time < previous.until && time >= previous.until - KEPT_MILLISECONDS)
      return (await previous.made).page;
    const made = makePage({ language, template, address, origin: config.publicUrl }, previous?.made);
    kept.set(key, { made, until: time + KEPT_MILLISECONDS });
    made.catch(() => kept.delete(key));
    return (await made).page;
  };
}
