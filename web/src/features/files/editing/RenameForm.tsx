import { Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { MAX_FILE_NAME_LENGTH, type ProjectFile } from '@vitrin/shared/contract/files.ts';
import { nameText } from '@vitrin/shared/contract/common.ts';
import { splitExtension } from '@vitrin/shared/rules/texts/file-names.ts';
import { useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { z } from 'zod';
import { errorText } from '../../../components/feedback/error-text.ts';
import { FormButtons } from '../../../components/forms/FormButtons.tsx';
import { FormMessage } from '../../../components/forms/FormMessage.tsx';
import { serverFieldErrors, validateBy } from '../../../components/forms/form-errors.ts';
import { useAutofocus } from '../../../components/forms/use-autofocus.ts';
import { useFormSubmit } from '../../../components/forms/use-form-submit.ts';
import { isNotFound } from '../../../components/forms/use-edit-conflict.tsx';
import { useUnsavedChanges } from '../../../components/forms/unsaved-changes.ts';
import { ApiError } from '../../../lib/api-error.ts';
import { useRenameFile } from './file-changes.ts';

type Props = { file: ProjectFile; onClose: () => void };

/** The name without its extension, which stays and stands beside the field. */
export function RenameForm({ file, onClose }: Props) {
  const { t } = useTranslation();
  const rename = useRenameFile();
  const [failure, setFailure] = useState<string | null>(null);
  const autofocus = useAutofocus<HTMLInputElement>();
  const [stem, extension] = splitExtension(file.name);
  const fields = z.object({ name: nameText(MAX_FILE_NAME_LENGTH - extension.length) });
  const form = useForm({ initialValues: { name: stem }, validate: validateBy(fields, t) });
  useUnsavedChanges(form.isDirty());

  const save = async ({ name }: { name: string }) => {
    setFailure(null);
    try {
      await rename.mutateAsync({ file, name });
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
        label={t('work.name')}
        autoComplete="off"
        {...autofocus}
        required
        withAsterisk={false}
        rightSection={
          extension && (
            <Text span size="sm" c="dimmed" truncate>
              {extension}
            </Text>
          )
        }
        rightSectionWidth={`${extension.length + 2}ch`}
        rightSectionPointerEvents="none"
        onFocus={(event) => event.currentTarget.select()}
        {...form.getInputProps('name', { withFocus: false })}
      />
      <FormButtons submitLabel={t('work.rename')} isSaving={rename.isPending} onCancel={onClose} />
    </form>
  );
}
