import { Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { Card } from '@vitrin/shared/contract/figures/boards.ts';
import { useState } from 'react';
import { errorText } from '../../../components/feedback/error-text.ts';
import { FormButtons } from '../../../components/forms/FormButtons.tsx';
import { FormMessage } from '../../../components/forms/FormMessage.tsx';
import { FormModal } from '../../../components/forms/FormModal.tsx';
import { useUnsavedChanges } from '../../../components/forms/unsaved-changes.ts';
import { useFormSubmit } from '../../../components/forms/use-form-submit.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useChangeCards } from './api.ts';
import { CardFields, type CardValues, checkCard } from './CardFields.tsx';

type Props = { board: number; card: Card | undefined; opened: boolean; onClose: () => void };

export function CardModal({ board, card, opened, onClose }: Props) {
  const { t } = useTranslation();
  return (
    <FormModal opened={opened} onClose={onClose} size="md" title={t('boards.editCard')} formHeight={220}>
      {card && <CardForm board={board} card={card} onClose={onClose} />}
    </FormModal>
  );
}

function CardForm({ board, card, onClose }: Omit<Props, 'opened'> & { card: Card }) {
  const { t } = useTranslation();
  const change = useChangeCards(board);
  const [failure, setFailure] = useState<string | null>(null);
  const { title, range, from, to } = card;
  const form = useForm<CardValues>({ initialValues: { title, range, from, to }, validate: checkCard(t) });
  useUnsavedChanges(form.isDirty());
  const save = async (values: CardValues) => {
    setFailure(null);
    try {
      await change.mutateAsync((cards) =>
        cards.map((each) => (each.id === card.id ? { ...each, ...values } : each)),
      );
      onClose();
    } catch (error) {
      console.error(error);
      setFailure(errorText(t, error));
    }
  };
  return (
    <form noValidate onSubmit={useFormSubmit(form, save)}>
      <Stack gap="md" align="stretch">
        {failure !== null && <FormMessage type="error">{failure}</FormMessage>}
        <CardFields form={form} onDays={(days) => form.setValues(days)} />
      </Stack>
      <FormButtons submitLabel={t('actions.save')} isSaving={change.isPending} onCancel={onClose} />
    </form>
  );
}
