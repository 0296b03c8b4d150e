import type { Currency } from '@vitrin/shared/contract/plans.ts';
import type { Language } from '@vitrin/shared/contract/users.ts';
import { decimalOf } from '@vitrin/shared/rules/money/cents.ts';

const LOCALES: Record<Language, string> = { en: 'en-US', tr: 'tr-TR' };

/** An amount of cents as people read it, for example $29.00. */
export function moneyText(language: Language, cents: number, currency: Currency): string {
  const format = new Intl.NumberFormat(LOCALES[language], {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
  });
  return format.format(decimalOf(cents));
}

/** The day of a timestamp in words, UTC, for example November 20, 2026. */
export function dateText(language: Language, timestamp: string): string {
  const format = new Intl.DateTimeFormat(LOCALES[language], { dateStyle: 'long', timeZone: 'UTC' });
  return format.format(new Date(timestamp));
}
