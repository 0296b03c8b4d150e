import { Group, Select, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { CardInput, MAX_BOARD_TEXT_LENGTH } from '@vitrin/shared/contract/figures/boards.ts';
import { DayField } from '../../../components/forms/DayField.tsx';
import { validateBy } from '../../../components/forms/form-errors.ts';
import { useAutofocus } from '../../../components/forms/use-autofocus.ts';
import type { TFunction } from '../../../i18n/translator.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { isRange } from '../query/ask.ts';
import { CARD_RANGES } from './card-asks.ts';

/** `from` and `to` are empty unless the range is fixed. */
export type CardValues = Pick<CardInput, 'title' | 'range'> & { from: string; to: string };

const Title = CardInput.pick({ title: true });

export function checkCard(t: TFunction) {
  const check = validateBy(Title, t);
  return (values: CardValues): Record<string, string> => ({
    ...check(values),
    ...(values.range === 'fixed' &&
      !(values.from && values.to && isRange(values.from, values.to)) && { to: t('figures.noRange') }),
  });
}

export function inputOfCard({ title, range, from, to }: CardValues) {
  return range === 'fixed' ? { title, range, from, to } : { title, range, from: null, to: null };
}

type Props<Values> = {
  form: UseFormReturnType<Values>;
  onDays: (days: Partial<Pick<CardValues, 'from' | 'to'>>) => void;
};

/** Fields for title and range of a card, with two days for a fixed range. */
export function CardFields<Values extends CardValues>({ form, onDays }: Props<Values>) {
  const { t } = useTranslation();
  const autofocus = useAutofocus<HTMLInputElement>();
  return (
    <>
      <TextInput
        label={t('boards.cardTitle')}
        maxLength={MAX_BOARD_TEXT_LENGTH}
        autoComplete="off"
        dir="auto"
        {...autofocus}
        {...form.getInputProps('title', { withFocus: false })}
      />
      <Select
        label={t('boards.range')}
        data={CARD_RANGES.map((value) => ({ value, label: t(`boards.ranges.${value}`) }))}
        allowDeselect={false}
        {...form.getInputProps('range')}
      />
      {form.getValues().range === 'fixed' && (
        <Group gap="sm" align="flex-start" grow>
          <DayField
            label={t('figures.from')}
            value={form.getValues().from}
            onChange={(from) => onDays({ from })}
          />
          <DayField
            label={t('figures.to')}
            value={form.getValues().to}
            onChange={(to) => onDays({ to })}
            error={form.errors['to']}
          />
        </Group>
      )}
    </>
  );
}
