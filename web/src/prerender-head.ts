import { ADDRESS_MARK, ORIGIN_MARK, landingAddress } from '@vitrin/shared/rules/landing-template.ts';
import type { i18n as I18n } from 'i18next';
import { LANGUAGES, type Language } from './i18n/language.ts';

const OPEN_GRAPH_LOCALES: Record<Language, string> = { en: 'en_US', tr: 'tr_TR' };

/** Metadata of the landing page for search engines and link previews. */
export function headOf(i18n: I18n, language: Language): string {
  const title = `${i18n.t('landing.documentTitle')} · Vitrin`;
  const description = i18n.t('landing.description');
  const product = {
    '@context': 'https://schema.org',
    '@type': 'SoftwareApplication',
    name: 'Vitrin',
    applicationCategory: 'BusinessApplication',
    operatingSystem: 'Web',
    description,
    url: `${ORIGIN_MARK}/`,
  };
  return [
    `<title>${title}</title>`,
    meta('name', 'description', description),
    `<link rel="canonical" href="${ORIGIN_MARK}${ADDRESS_MARK}">`,
    ...LANGUAGES.map((each) => alternate(each, landingAddress(each))),
    alternate('x-default', '/'),
    meta('property', 'og:type', 'website'),
    meta('property', 'og:site_name', 'Vitrin'),
    meta('property', 'og:title', title),
    meta('property', 'og:description', description),
    meta('property', 'og:url', `${ORIGIN_MARK}${ADDRESS_MARK}`),
    meta('property', 'og:image', `${ORIGIN_MARK}/share.${language}.png`),
    meta('property', 'og:image:width', '1200'),
    meta('property', 'og:image:height', '630'),
    meta('name', 'twitter:card', 'summary_large_image'),
    meta('property', 'og:locale', OPEN_GRAPH_LOCALES[language]),
    `<script type="application/ld+json">${JSON.stringify(product).replaceAll('<', String.raw`\u003c`)}</script>`,
  ].join('');
}

function alternate(language: string, address: string): string {
  return `<link rel="alternate" hreflang="${language}" href="${ORIGIN_MARK}${address}">`;
}

function meta(kind: 'name' | 'property', name: string, content: string): string {
  return `<meta ${kind}="${name}" content="${content.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}">`;
}
