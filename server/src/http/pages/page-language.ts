import type { Language } from '@vitrin/shared/contract/users.ts';
import { TIME_ZONE_COOKIE } from '@vitrin/shared/rules/rendered-pages.ts';
import { knownTimeZone } from '@vitrin/shared/rules/time-zones.ts';
import type { FastifyRequest } from 'fastify';
import type { LandingChoice } from './landing-page.ts';

const DEFAULT_TIME_ZONE = 'UTC';

/** From `/?lang=tr`, else the cookie, else the browser. */
export function landingChoice(request: FastifyRequest): LandingChoice {
  const named = known((request.query as { lang?: unknown }).lang);
  return named ? { language: named, isNamed: true } : { language: pageLanguage(request), isNamed: false };
}

/** As the page will choose: by its cookie, else the browser's first language. */
export function pageLanguage({ cookies, headers }: FastifyRequest): Language {
  const [firstTag = ''] = (headers['accept-language'] ?? '').toLowerCase().split(',');
  return known(cookies['language']) ?? (firstTag.includes('tr') ? 'tr' : 'en');
}

function known(value: unknown): Language | undefined {
  return value === 'en' || value === 'tr' ? value : undefined;
}

/** By the web app's cookie; UTC before the first visit. */
export function timeZoneOf({ cookies }: FastifyRequest): string {
  // For an unknown zone the browser rewrites the times anyway.
  return knownTimeZone(cookies[TIME_ZONE_COOKIE]) ?? DEFAULT_TIME_ZONE;
}
