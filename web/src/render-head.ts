import { type RenderedPages, landingAddress } from '@vitrin/shared/rules/rendered-pages.ts';
import type { Translator } from './i18n/translator.ts';
import type { Language } from '@vitrin/shared/contract/users.ts';
import { LANGUAGES } from './i18n/language.ts';
import { escapeAttribute } from './lib/html-text.ts';

const OPEN_GRAPH_LOCALES: Record<Language, string> = { en: 'en_US', tr: 'tr_TR' };

type HeadData = Pick<RenderedPages['landing'], 'language' | 'origin' | 'address'>;

/** Metadata of the landing page for search engines and link previews. */
export function headOf(i18n: Translator, { language, origin, address }: HeadData): string {
  const title = `${i18n.t('landing.documentTitle')} · Vitrin`;
  const description = i18n.t('landing.description');
  const product = {
    '@context': 'https://schema.org',
    '@type': 'SoftwareApplication',
    name: 'Vitrin',
    applicationCategory: 'BusinessApplication',
    operatingSystem: 'Web',
    description,
    url: `${origin}/`,
  };
  return [
    `<title>${title}</title>`,
    meta('name', 'description', description),
    `<link rel="canonical" href="${escapeAttribute(origin + address)}">`,
    ...LANGUAGES.map((each) => alternate(each, origin + landingAddress(each))),
    alternate('x-default', `${origin}/`),
    meta('property', 'og:type', 'website'),
    meta('property', 'og:site_name', 'Vitrin'),
    meta('property', 'og:title', title),
    meta('property', 'og:description', description),
    meta('property', 'og:url', origin + address),
    meta('property', 'og:image', `${origin}/share.${language}.png`),
    meta('property', 'og:image:width', '1200'),
    meta('property', 'og:image:height', '630'),
    meta('name', 'twitter:card', 'summary_large_image'),
    meta('property', 'og:locale', OPEN_GRAPH_LOCALES[language]),
    `<script type="application/ld+json">${jsonInPage(product)}</script>`,
  ].join('');
}

/** Data as the text of a script element, which nothing in it can end. */
export function jsonInPage(data: unknown): string {
  return JSON.stringify(data).replaceAll('<', String.raw`\u003c`);
}

function alternate(language: string, address: string): string {
  return `<link rel="alternate" hreflang="${language}" href="${escapeAttribute(address)}">`;
}

function meta(kind: 'name' | 'property', name: string, content: string): string {
  return `<meta ${kind}="${name}" content="${escapeAttribute(content)}">`;
}
