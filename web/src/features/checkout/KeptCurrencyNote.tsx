import { Text } from '@mantine/core';
import type { Currency } from '@vitrin/shared/contract/plans.ts';
import { currencyOf } from '@vitrin/shared/rules/money/money.ts';
import { useTranslation } from '../../i18n/use-translation.ts';

/** Explains prices in another currency than the language's: a running plan keeps its own (decision 0041). */
export function KeptCurrencyNote({ currency }: { currency: Currency }) {
  const { t, i18n } = useTranslation();
  if (currency === currencyOf(i18n.language)) return null;
  return (
    <Text size="sm" c="dimmed">
      {t(`pricing.keptCurrency.${currency}`)}
    </Text>
  );
}
