import type { Currency } from '@vitrin/shared/contract/plans.ts';
import type { Language } from '@vitrin/shared/contract/users.ts';
import { decimalOf } from '@vitrin/shared/rules/money/cents.ts';

const LOCALES: Record<Language, string> = { en: 'en-US', tr: 'tr-TR' };

const LIRA = new Intl.NumberFormat(LOCALES.tr, { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** An amount of cents as people read it on documents and in mails: $29.00, and 1.234,56 TL for lira in Turkish. */
export function moneyText(language: Language, cents: number, currency: Currency): string {
  if (language === 'tr' && currency === 'TRY') return `${LIRA.format(decimalOf(cents))}\u00A0TL`;
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
