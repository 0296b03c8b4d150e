import type { Currency } from '../../contract/plans.ts';
import type { Language } from '../../contract/users.ts';

const LOCALES: Record<Language, string> = { en: 'en-US', tr: 'tr-TR' };

/** Dollars in English, lira in Turkish (specification 7.1). */
export function currencyOf(language: Language): Currency {
  return language === 'tr' ? 'TRY' : 'USD';
}

/** "$29", in Turkish "899 TL": `amount` in whole units of the currency, with cents only if there are some. */
export function formatMoney(language: Language, amount: number, currency: Currency): string {
  const minimumFractionDigits = Number.isInteger(amount) ? 0 : 2;
  if (language === 'tr' && currency === 'TRY') {
    const number = new Intl.NumberFormat(LOCALES.tr, { minimumFractionDigits, maximumFractionDigits: 2 });
    return `${number.format(amount)}\u00A0TL`;
  }
  return new Intl.NumberFormat(LOCALES[language], {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits,
  }).format(amount);
}
