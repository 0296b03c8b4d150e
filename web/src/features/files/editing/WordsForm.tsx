import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { Caption, MAX_CAPTION_LENGTH, type ProjectFile } from '@vitrin/shared/contract/files.ts';
import { useState } from 'react';
import { z } from 'zod';
import { errorText } from '../../../components/feedback/error-text.ts';
import { FormButtons } from '../../../components/forms/FormButtons.tsx';
import { FormMessage } from '../../../components/forms/FormMessage.tsx';
import { serverFieldErrors, validateBy } from '../../../components/forms/form-errors.ts';
import { useAutofocus } from '../../../components/forms/use-autofocus.ts';
import { isNotFound } from '../../../components/forms/use-edit-conflict.tsx';
import { useFormSubmit } from '../../../components/forms/use-form-submit.ts';
import { useUnsavedChanges } from '../../../components/forms/unsaved-changes.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { ApiError } from '../../../lib/api-error.ts';
import { useUpdateWords } from './file-changes.ts';

type Props = { file: ProjectFile; onClose: () => void };

const Words = z.object({ caption: Caption, alt: Caption });

/** The caption of a file, and its picture in words for those who do not see it. */
export function WordsForm({ file, onClose }: Props) {
  const { t } = useTranslation();
  const update = useUpdateWords();
  const [failure, setFailure] = useState<string | null>(null);
  const autofocus = useAutofocus<HTMLInputElement>();
  const initialValues = { caption: file.caption, alt: file.alt };
  const form = useForm({ initialValues, validate: validateBy(Words, t) });
  useUnsavedChanges(form.isDirty());

  const save = async (words: typeof initialValues) => {
    setFailure(null);
    try {
      await update.mutateAsync({ file, words });
      onClose();
    } catch (error) {
      console.error(error);
      if (error instanceof ApiError) form.setErrors(serverFieldErrors(error.fields));
      setFailure(isNotFound(error) ? t('sharedFile.gone') : errorText(t, error));
    }
  };
  const onSubmit = useFormSubmit(form, save);

  return (
    <form noValidate onSubmit={onSubmit}>
      {failure !== null && <FormMessage type="error">{failure}</FormMessage>}
      <TextInput
        label={t('words.caption')}
        description={t('words.captionHint')}
        maxLength={MAX_CAPTION_LENGTH}
        autoComplete="off"
        dir="auto"
        {...autofocus}
        {...form.getInputProps('caption', { withFocus: false })}
      />
      <TextInput
        mt="md"
        label={t('words.alt')}
        description={t('words.altHint')}
        maxLength={MAX_CAPTION_LENGTH}
        autoComplete="off"
        dir="auto"
        {...form.getInputProps('alt', { withFocus: false })}
      />
      <FormButtons submitLabel={t('actions.save')} isSaving={update.isPending} onCancel={onClose} />
    </form>
  );
}
