import type { Capabilities } from '@vitrin/shared/contract/capabilities.ts';
import type { Language } from '@vitrin/shared/contract/users.ts';
import type { SupportHours } from '@vitrin/shared/rules/time/support-hours.ts';
import { translate } from '../../i18n/messages.ts';

/** A Monday, from which the names of the weekdays are derived. */
const FIRST_MONDAY = Date.UTC(1970, 0, 5);
const DAY_MILLISECONDS = 24 * 3600 * 1000;

/** Sentences about abilities that a plan's own texts leave out, as this installation is configured now. */
export function abilitiesInWords(
  { support_hours: hours, tokens, webhooks }: Capabilities,
  support: SupportHours,
  language: Language,
): string[] {
  const sentences: string[] = [];
  if (tokens > 0) sentences.push(translate(language, 'plans.with_tokens', { count: tokens }));
  if (webhooks > 0) sentences.push(translate(language, 'plans.with_webhooks', { count: webhooks }));
  const promise = supportInWords(hours, support, language);
  return promise === undefined ? sentences : [...sentences, promise];
}

/** Returns the texts of a plan, where a placeholder for analytics becomes a sentence about those of the plan. */
export function withAnalyticsInWords(
  features: readonly string[],
  { analytics }: Capabilities,
  language: Language,
): string[] {
  const word = translate(language, 'plans.analytics');
  return features.map((feature) =>
    feature === word ? translate(language, `plans.analytics_${analytics}`) : feature,
  );
}

/** Returns a sentence that promises an answer by support; undefined where none is promised. */
function supportInWords(hours: number, support: SupportHours, language: Language): string | undefined {
  if (hours <= 0 || support === undefined) return undefined;
  if (support === 'always') return translate(language, 'plans.support_always', { hours });
  const { firstDay, lastDay, from, to, zone } = support;
  const name = (day: number) =>
    new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' }).format(
      FIRST_MONDAY + (day - 1) * DAY_MILLISECONDS,
    );
  const days = firstDay === lastDay ? name(firstDay) : `${name(firstDay)} – ${name(lastDay)}`;
  return translate(language, 'plans.support_within', { hours, days, from, to, zone });
}
