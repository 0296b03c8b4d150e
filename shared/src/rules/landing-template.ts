import type { Plan } from '../contract/plans.ts';
import type { Language } from '../contract/users.ts';
import { formatMoney } from './money/money.ts';

/**
 * The landing page is prerendered with one plan card of marks; the server replaces it by the plans of the database, so
 * that an edited price shows at once. Build and server share these marks.
 */
export const PLANS_ELEMENT_ID = 'landing-plans';
export const ORIGIN_MARK = '{{origin}}';
/** Mark of the page's own address: `/`, or `/?lang=tr` when it was asked for in that language. */
export const ADDRESS_MARK = '{{address}}';
const YEAR_MARK = '{{year}}';
export const PLANS_DATA_MARK = '<!--plans-data-->';

/** A plan whose every value is a mark. `price_per_period` is a number that no plan has, found again by its text. */
export function placeholderPlan(language: Language): Plan {
  return {
    id: 1,
    name: '{{name}}',
    price_per_period: PLACEHOLDER_PRICE,
    currency: language === 'tr' ? 'TRY' : 'USD',
    description: '{{description}}',
    features: ['{{feature}}'],
    is_popular: false,
    storage_limit_gb: 0,
    project_limit: 0,
  };
}

const PLACEHOLDER_PRICE = 987_654_321;
// oxlint-disable-next-line vitrin/linear-pattern -- our own page, with one card
const CARD = /<!--plan-->([\s\S]*?)<!--\/plan-->/;
// oxlint-disable-next-line vitrin/linear-pattern -- our own page, with one feature
const FEATURE = /<!--feature-->([\s\S]*?)<!--\/feature-->/;

/** Marks the card and its one feature in prerendered HTML; throws when the page has no such card. */
export function markPlanCard(html: string, language: Language): string {
  const { price_per_period, currency } = placeholderPlan(language);
  const marked = html
    // oxlint-disable-next-line vitrin/linear-pattern -- the build runs it over our own page
    .replace(/<article\b[\s\S]*?<\/article>/, (card) => `<!--plan-->${card}<!--/plan-->`)
    .replace(/<li>\{\{feature\}\}<\/li>/, (feature) => `<!--feature-->${feature}<!--/feature-->`)
    .replace(formatMoney(language, price_per_period, currency), '{{price}}')
    .replace('data-popular="false"', 'data-popular="{{popular}}"');
  const missing = ['{{name}}', '{{price}}', '{{popular}}', '{{description}}', '{{feature}}'].filter(
    (mark) => !CARD.exec(marked)?.[1]?.includes(mark),
  );
  if (missing.length > 0) throw new Error(`The landing page's plan card lacks ${missing.join(', ')}`);
  return marked;
}

/**
 * Marks the year of the copyright line in prerendered HTML, since the page is served longer than the year of its build.
 */
export function markYear(html: string, yearOfBuild: number): string {
  // oxlint-disable-next-line vitrin/linear-pattern -- the build runs it over our own page
  const marked = html.replace(new RegExp(`(<footer[^>]*>©\\D*)${yearOfBuild}`), `$1${YEAR_MARK}`);
  if (marked === html) throw new Error('The landing page has no copyright line with the year');
  return marked;
}

/** The address of the landing page in a language, whatever the reader's own is; for links from other sites. */
export function landingAddress(language: Language): string {
  return `/?lang=${language}`;
}

type Place = {
  /** Origin of the site, without a slash at the end. */
  origin: string;
  /** Path and query the page was asked for by. */
  address: string;
  /** Year of the copyright line. */
  year: number;
};

/** The landing page with these plans, as cards and as data for hydration. */
export function fillLandingPage(
  html: string,
  language: Language,
  plans: Plan[],
  { origin, address, year }: Place,
): string {
  const data = JSON.stringify(plans).replaceAll('<', String.raw`\u003c`);
  // Plans come last, so that no text of theirs is taken for a mark.
  return html
    .replaceAll(ORIGIN_MARK, () => escapeHtml(origin))
    .replaceAll(ADDRESS_MARK, () => escapeHtml(address))
    .replace(YEAR_MARK, String(year))
    .replace(
      PLANS_DATA_MARK,
      () => `<script type="application/json" id="${PLANS_ELEMENT_ID}">${data}</script>`,
    )
    .replace(CARD, (_, card: string) => plans.map((plan) => fillCard(card, language, plan)).join(''));
}

function fillCard(card: string, language: Language, plan: Plan): string {
  const values: Record<string, string> = {
    name: plan.name,
    description: plan.description,
    price: formatMoney(language, plan.price_per_period, plan.currency),
    popular: String(plan.is_popular),
  };
  return card
    .replaceAll(/\{\{(name|description|price|popular)\}\}/g, (_, key: string) =>
      escapeHtml(values[key] ?? ''),
    )
    .replace(FEATURE, (_, feature: string) =>
      plan.features.map((text) => feature.replace('{{feature}}', () => escapeHtml(text))).join(''),
    );
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#x27;',
};

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}
