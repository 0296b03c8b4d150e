import type { Currency } from '../../contract/plans.ts';
import type { Language } from '../../contract/users.ts';

const LOCALES: Record<Language, string> = { en: 'en-US', tr: 'tr-TR' };

/** Dollars in English, lira in Turkish (specification 7.1). */
export function currencyOf(language: Language): Currency {
  return language === 'tr' ? 'TRY' : 'USD';
}

/** "$29", "₺899": `amount` in whole units of the currency; cents show only where there are some. */
export function formatMoney(language: Language, amount: number, currency: Currency): string {
  return new Intl.NumberFormat(LOCALES[language], {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: Number.isInteger(amount) ? 0 : 2,
  }).format(amount);
}
