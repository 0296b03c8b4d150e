import type { Currency } from '@vitrin/shared/contract/plans.ts';
import { formatMoney } from '@vitrin/shared/rules/money/money.ts';
import { useTranslation } from '../i18n/use-translation.ts';

/** Writes amounts in the reader's language. Apart from the other formats, since a client's pages show no prices. */
export function useMoney() {
  const { i18n } = useTranslation();
  return (amount: number, currency: Currency) => formatMoney(i18n.language, amount, currency);
}
