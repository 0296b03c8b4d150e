import type { Plan } from '../contract/plans.ts';
import type { Language } from '../contract/users.ts';

/** What each page is made of that the server has rendered before a browser asks for it. */
export type RenderedPages = {
  landing: {
    language: Language;
    /** The page of the build that everything else is put into: index.html with its style and what it preloads. */
    template: string;
    /** Origin of the site, without a slash at the end. */
    origin: string;
    /** Path and query the page was asked for by. */
    address: string;
    plans: Plan[];
  };
};

/** What the build's renderer offers (web/src/render.tsx): a whole page as HTML. */
export type Render = <Page extends keyof RenderedPages>(
  page: Page,
  data: RenderedPages[Page],
) => Promise<string>;

/** The id of the element with the landing page's plans as data, from which React starts. */
export const PLANS_ELEMENT_ID = 'landing-plans';

/** The address of the landing page in a language, whatever the reader's own is; for links from other sites. */
export function landingAddress(language: Language): string {
  return `/?lang=${language}`;
}
