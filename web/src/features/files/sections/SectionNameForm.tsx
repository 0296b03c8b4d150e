import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { nameText } from '@vitrin/shared/contract/common.ts';
import { MAX_SECTION_NAME_LENGTH } from '@vitrin/shared/rules/texts/section-names.ts';
import type { Version } from '@vitrin/shared/contract/versions.ts';
import { useState } from 'react';
import { z } from 'zod';
import { errorText } from '../../../components/feedback/error-text.ts';
import { FormButtons } from '../../../components/forms/FormButtons.tsx';
import { FormMessage } from '../../../components/forms/FormMessage.tsx';
import { validateBy } from '../../../components/forms/form-errors.ts';
import { useUnsavedChanges } from '../../../components/forms/unsaved-changes.ts';
import { useAutofocus } from '../../../components/forms/use-autofocus.ts';
import { useFormSubmit } from '../../../components/forms/use-form-submit.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useUpdateSection } from './api.ts';

type Props = { section: Version['sections'][number]; onClose: () => void };

const Fields = z.object({ name: nameText(MAX_SECTION_NAME_LENGTH) });

export function SectionNameForm({ section, onClose }: Props) {
  const { t } = useTranslation();
  const update = useUpdateSection();
  const autofocus = useAutofocus<HTMLInputElement>();
  const [failure, setFailure] = useState<string | null>(null);
  const form = useForm({ initialValues: { name: section.name }, validate: validateBy(Fields, t) });
  useUnsavedChanges(form.isDirty());
  const save = async ({ name }: { name: string }) => {
    setFailure(null);
    try {
      await update.mutateAsync({ id: section.id, name });
      onClose();
    } catch (error) {
      console.error(error);
      setFailure(errorText(t, error));
    }
  };
  return (
    <form noValidate onSubmit={useFormSubmit(form, save)}>
      {failure !== null && <FormMessage type="error">{failure}</FormMessage>}
      <TextInput
        label={t('sections.name')}
        maxLength={MAX_SECTION_NAME_LENGTH}
        autoComplete="off"
        dir="auto"
        {...autofocus}
        {...form.getInputProps('name', { withFocus: false })}
      />
      <FormButtons submitLabel={t('actions.save')} isSaving={update.isPending} onCancel={onClose} />
    </form>
  );
}
