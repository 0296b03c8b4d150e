import { Select, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import {
  type Board,
  type BoardHead,
  MAX_BOARD_TEXT_LENGTH,
  MAX_BOARDS,
  MAX_CARDS,
} from '@vitrin/shared/contract/figures/boards.ts';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { ErrorState } from '../../../components/feedback/ErrorState.tsx';
import { LoadingNote } from '../../../components/feedback/LoadingNote.tsx';
import { errorText } from '../../../components/feedback/error-text.ts';
import { FormButtons } from '../../../components/forms/FormButtons.tsx';
import { FormMessage } from '../../../components/forms/FormMessage.tsx';
import { FormModal } from '../../../components/forms/FormModal.tsx';
import { useUnsavedChanges } from '../../../components/forms/unsaved-changes.ts';
import { useFormSubmit } from '../../../components/forms/use-form-submit.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import type { Ask } from '../query/ask.ts';
import { useAnswerWords } from '../query/use-answer-words.ts';
import { boardsQuery, useAddCard, useCreateBoard } from './api.ts';
import { queryOfAsk, rangeOfAsk } from './card-asks.ts';
import { CardFields, type CardValues, checkCard, inputOfCard } from './CardFields.tsx';

type Props = {
  ask: Ask;
  /** The board that is offered first. */
  wanted: number | undefined;
  opened: boolean;
  onClose: () => void;
  onAdded: (board: Board) => void;
};

const NEW = 'new';

/** Asks for the board that a question is added to as a card. */
export function AddToBoardModal({ opened, ...form }: Props) {
  const { t } = useTranslation();
  return (
    <FormModal opened={opened} onClose={form.onClose} size="md" title={t('boards.add')} formHeight={300}>
      <WithBoards {...form} />
    </FormModal>
  );
}

function WithBoards(props: Omit<Props, 'opened'>) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(boardsQuery);
  if (data) return <AddToBoardForm {...props} boards={data} />;
  if (error) return <ErrorState error={error} fallback={t('boards.failed')} onRetry={() => void refetch()} />;
  return <LoadingNote>{t('boards.loading')}</LoadingNote>;
}

type FormProps = Omit<Props, 'opened'> & { boards: readonly BoardHead[] };

type Values = CardValues & { board: string; name: string };

function AddToBoardForm({ ask, wanted, boards, onClose, onAdded }: FormProps) {
  const { t } = useTranslation();
  const { titleOf } = useAnswerWords();
  const create = useCreateBoard();
  const add = useAddCard();
  const [failure, setFailure] = useState<string | null>(null);
  const open = boards.filter(({ card_count: count }) => count < MAX_CARDS);
  const first = open.find(({ id }) => id === wanted) ?? open[0];
  const { range, from, to } = rangeOfAsk(ask);
  const form = useForm<Values>({
    initialValues: {
      board: first ? String(first.id) : NEW,
      name: '',
      title: titleOf(ask).slice(0, MAX_BOARD_TEXT_LENGTH),
      range,
      from: from ?? '',
      to: to ?? '',
    },
    validate: (values) => ({
      ...checkCard(t)(values),
      ...(values.board === NEW && values.name.trim() === '' && { name: t('validation.required') }),
    }),
  });
  const { board } = form.getValues();
  useUnsavedChanges(form.isDirty());
  const save = async (values: Values) => {
    setFailure(null);
    const card = { ...inputOfCard(values), query: queryOfAsk(ask) };
    try {
      const changed = await (values.board === NEW
        ? create.mutateAsync({ name: values.name, cards: [card] })
        : add.mutateAsync({ board: Number(values.board), card }));
      // At once, since a dialog with unsaved changes holds up the navigation.
      flushSync(onClose);
      onAdded(changed);
    } catch (error) {
      console.error(error);
      setFailure(errorText(t, error));
    }
  };
  return (
    <form noValidate onSubmit={useFormSubmit(form, save)}>
      <Stack gap="md" align="stretch">
        {failure !== null && <FormMessage type="error">{failure}</FormMessage>}
        {boards.length > 0 && (
          <Select
            label={t('boards.board')}
            data={[
              ...open.map(({ id, name }) => ({ value: String(id), label: name })),
              ...(boards.length < MAX_BOARDS ? [{ value: NEW, label: t('boards.new') }] : []),
            ]}
            allowDeselect={false}
            {...form.getInputProps('board')}
          />
        )}
        {board === NEW && (
          <TextInput
            label={t('boards.name')}
            maxLength={MAX_BOARD_TEXT_LENGTH}
            autoComplete="off"
            dir="auto"
            {...form.getInputProps('name')}
          />
        )}
        <CardFields form={form} onDays={(days) => form.setValues(days)} />
      </Stack>
      <FormButtons
        submitLabel={t('boards.addShort')}
        isSaving={create.isPending || add.isPending}
        onCancel={onClose}
      />
    </form>
  );
}
