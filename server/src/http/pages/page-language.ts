import type { Language } from '@vitrin/shared/contract/users.ts';
import { TIME_ZONE_COOKIE } from '@vitrin/shared/rules/rendered-pages.ts';
import { supportedTimeZone } from '@vitrin/shared/rules/time/time-zones.ts';
import type { FastifyRequest } from 'fastify';
import type { LandingChoice } from './landing-page.ts';

const DEFAULT_TIME_ZONE = 'UTC';

/** The language of `/?lang=tr`, else of the cookie, else of the browser. */
export function landingChoice(request: FastifyRequest): LandingChoice {
  const named = asLanguage((request.query as { lang?: unknown }).lang);
  return named ? { language: named, isNamed: true } : { language: pageLanguage(request), isNamed: false };
}

/** The language the page itself will choose, by its own cookie and the browser's first language. */
export function pageLanguage({ cookies, headers }: FastifyRequest): Language {
  const [firstTag = ''] = (headers['accept-language'] ?? '').toLowerCase().split(',');
  return asLanguage(cookies['language']) ?? (firstTag.includes('tr') ? 'tr' : 'en');
}

function asLanguage(value: unknown): Language | undefined {
  return value === 'en' || value === 'tr' ? value : undefined;
}

/** The reader's time zone, by the cookie that the web app sets; UTC before its first visit. */
export function timeZoneOf({ cookies }: FastifyRequest): string {
  // The browser rewrites the times of an unknown zone anyway.
  return supportedTimeZone(cookies[TIME_ZONE_COOKIE]) ?? DEFAULT_TIME_ZONE;
}
