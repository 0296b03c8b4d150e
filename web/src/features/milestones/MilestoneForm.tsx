import { Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { Description, MAX_NAME_LENGTH, nameText } from '@vitrin/shared/contract/common.ts';
import type { Milestone } from '@vitrin/shared/contract/milestones.ts';
import { useState } from 'react';
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
import { useCreateMilestone, useUpdateMilestone } from './api.ts';

const MilestoneFields = z.object({ name: nameText(MAX_NAME_LENGTH), description: Description });
type MilestoneValues = { name: string; description: string };

const valuesOf = ({ name, description }: MilestoneValues): MilestoneValues => ({ name, description });

type Props = {
  projectId: number;
  /** How many there are: a new one comes after them (SPEC 4). */
  count: number;
  milestone?: Milestone | undefined;
  onClose: () => void;
};

export function MilestoneForm({ projectId, count, milestone, onClose }: Props) {
  const { t } = useTranslation();
  const create = useCreateMilestone();
  const update = useUpdateMilestone(milestone?.id ?? 0);
  const [failure, setFailure] = useState<string | null>(null);
  const form = useForm<MilestoneValues>({
    initialValues: valuesOf(milestone ?? { name: '', description: '' }),
    validate: validateBy(MilestoneFields, t),
  });
  const { editedAt, conflict, meet } = useEditConflict({ form, item: milestone, toValues: valuesOf });
  const labels = { name: t('milestones.name'), description: t('milestones.description') };
  const changeOf = (field: keyof MilestoneValues) => ({
    field,
    label: labels[field],
    theirs: conflict?.theirs[field] ?? '',
    isHtml: field === 'description',
  });

  const save = async (values: MilestoneValues) => {
    setFailure(null);
    try {
      if (milestone && editedAt) await update.mutateAsync({ ...values, edited_at: editedAt });
      else await create.mutateAsync({ ...values, completed: false, project: projectId, order: count + 1 });
      console.info(milestone ? 'Milestone updated' : 'Milestone created');
      onClose();
    } catch (error) {
      if (meet(error)) return;
      if (error instanceof ApiError) form.setErrors(serverFieldErrors(error.fields));
      setFailure(errorText(t, error, t(milestone ? 'milestones.updateFailed' : 'milestones.createFailed')));
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
          label={labels.name}
          placeholder={t('milestones.namePlaceholder')}
          data-autofocus
          required
          withAsterisk={false}
          {...form.getInputProps('name')}
        />
        <RichTextInput
          key={conflict?.taken.includes('description') ? conflict.theirs.description : 'typed'}
          label={labels.description}
          defaultValue={form.values.description}
          onChange={(html) => form.setFieldValue('description', html)}
          error={form.errors['description']}
        />
      </Stack>
      <FormButtons
        submitLabel={t(milestone ? 'actions.save' : 'milestones.add')}
        isSaving={create.isPending || update.isPending}
        onCancel={onClose}
      />
    </form>
  );
}
