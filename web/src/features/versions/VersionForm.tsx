import { Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { Description, MAX_VERSION_NUMBER_LENGTH, nameText } from '@vitrin/shared/contract/common.ts';
import type { Version } from '@vitrin/shared/contract/versions.ts';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { EditConflictNotice } from '../../components/EditConflictNotice.tsx';
import { FormButtons } from '../../components/FormButtons.tsx';
import { FormMessage } from '../../components/FormMessage.tsx';
import { RichTextInput } from '../../components/RichTextInput.tsx';
import { errorText } from '../../components/error-text.ts';
import { focusFirstError, serverFieldErrors, validateBy } from '../../components/form-errors.ts';
import { useEditConflict } from '../../components/use-edit-conflict.tsx';
import { ApiError } from '../../lib/api-error.ts';
import { useCreateVersion, useUpdateVersion } from './api.ts';

const VersionFields = z.object({
  version_number: nameText(MAX_VERSION_NUMBER_LENGTH),
  description: Description,
});
type VersionValues = { version_number: string; description: string };

const valuesOf = ({ version_number, description }: VersionValues): VersionValues => ({
  version_number,
  description,
});

type Props = {
  projectId: number;
  /** What a new version is probably called. */
  suggestion: string;
  version?: Version | undefined;
  /** The files of a new version: chosen here, uploaded by `onCreated`. */
  fileField?: ReactNode;
  onCreated: (version: Version) => void;
  onClose: () => void;
};

export function VersionForm(props: Props) {
  const { projectId, suggestion, version, fileField, onCreated, onClose } = props;
  const { t } = useTranslation();
  const create = useCreateVersion();
  const update = useUpdateVersion(version?.id ?? 0);
  const [failure, setFailure] = useState<string | null>(null);
  const form = useForm<VersionValues>({
    initialValues: valuesOf(version ?? { version_number: suggestion, description: '' }),
    validate: validateBy(VersionFields, t),
  });
  const { editedAt, conflict, meet } = useEditConflict({ form, item: version, toValues: valuesOf });
  const labels = { version_number: t('versions.number'), description: t('versions.description') };
  const changeOf = (field: keyof VersionValues) => ({
    field,
    label: labels[field],
    theirs: conflict?.theirs[field] ?? '',
    isHtml: field === 'description',
  });

  const save = async (values: VersionValues) => {
    setFailure(null);
    try {
      if (version && editedAt) await update.mutateAsync({ ...values, edited_at: editedAt });
      else onCreated(await create.mutateAsync({ ...values, project: projectId }));
      onClose();
    } catch (error) {
      if (meet(error)) return;
      console.error(error);
      if (error instanceof ApiError) form.setErrors(serverFieldErrors(error.fields));
      setFailure(errorText(t, error));
    }
  };

  return (
    <form noValidate onSubmit={form.onSubmit(save, focusFirstError(form))}>
      <Stack gap="md">
        {failure !== null && <FormMessage type="error">{failure}</FormMessage>}
        {conflict && (
          <EditConflictNotice
            conflicts={conflict.conflicts.map(changeOf)}
            taken={conflict.taken.map(changeOf)}
          />
        )}
        <TextInput
          label={labels.version_number}
          description={t('versions.numberHint')}
          data-autofocus
          required
          withAsterisk={false}
          {...form.getInputProps('version_number')}
        />
        <RichTextInput
          key={conflict?.taken.includes('description') ? conflict.theirs.description : 'typed'}
          label={labels.description}
          defaultValue={form.values.description}
          onChange={(html) => form.setFieldValue('description', html)}
          error={form.errors['description']}
        />
        {!version && fileField}
      </Stack>
      <FormButtons
        submitLabel={t(version ? 'actions.save' : 'versions.add')}
        isSaving={create.isPending || update.isPending}
        onCancel={onClose}
      />
    </form>
  );
}
