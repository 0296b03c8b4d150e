import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { type Board, CreateBoard, MAX_BOARD_TEXT_LENGTH } from '@vitrin/shared/contract/figures/boards.ts';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { errorText } from '../../../components/feedback/error-text.ts';
import { FormButtons } from '../../../components/forms/FormButtons.tsx';
import { FormMessage } from '../../../components/forms/FormMessage.tsx';
import { FormModal } from '../../../components/forms/FormModal.tsx';
import { validateBy } from '../../../components/forms/form-errors.ts';
import { useUnsavedChanges } from '../../../components/forms/unsaved-changes.ts';
import { useAutofocus } from '../../../components/forms/use-autofocus.ts';
import { useFormSubmit } from '../../../components/forms/use-form-submit.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useCreateBoard, useUpdateBoard } from './api.ts';

type Props = {
  /** The board to rename; without one a new one is made. */
  board?: Pick<Board, 'id' | 'name'> | undefined;
  opened: boolean;
  onClose: () => void;
  onMade?: (board: Board) => void;
};

/** Asks for the name of a board, a new one or one that is there. */
export function BoardNameModal({ opened, ...form }: Props) {
  const { t } = useTranslation();
  const title = t(form.board ? 'boards.renameTitle' : 'boards.new');
  return (
    <FormModal opened={opened} onClose={form.onClose} size="md" title={title} formHeight={130}>
      <BoardNameForm {...form} />
    </FormModal>
  );
}

const Fields = CreateBoard.pick({ name: true });

function BoardNameForm({ board, onClose, onMade }: Omit<Props, 'opened'>) {
  const { t } = useTranslation();
  const create = useCreateBoard();
  const update = useUpdateBoard(board?.id ?? 0);
  const autofocus = useAutofocus<HTMLInputElement>();
  const [failure, setFailure] = useState<string | null>(null);
  const form = useForm({ initialValues: { name: board?.name ?? '' }, validate: validateBy(Fields, t) });
  useUnsavedChanges(form.isDirty());
  const save = async ({ name }: { name: string }) => {
    setFailure(null);
    try {
      const changed = await (board ? update : create).mutateAsync({ name });
      // At once, since a dialog with unsaved changes holds up the navigation.
      flushSync(onClose);
      if (!board) onMade?.(changed);
    } catch (error) {
      console.error(error);
      setFailure(errorText(t, error));
    }
  };
  return (
    <form noValidate onSubmit={useFormSubmit(form, save)}>
      {failure !== null && <FormMessage type="error">{failure}</FormMessage>}
      <TextInput
        label={t('boards.name')}
        maxLength={MAX_BOARD_TEXT_LENGTH}
        autoComplete="off"
        dir="auto"
        {...autofocus}
        {...form.getInputProps('name', { withFocus: false })}
      />
      <FormButtons
        submitLabel={t(board ? 'actions.save' : 'boards.make')}
        isSaving={create.isPending || update.isPending}
        onCancel={onClose}
      />
    </form>
  );
}
