import { Day, Description, MAX_NAME_LENGTH, nameText } from '@vitrin/shared/contract/common.ts';
import type { Milestone } from '@vitrin/shared/contract/milestones.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { z } from 'zod';
import { DayField } from '../../components/forms/DayField.tsx';
import { PartForm } from '../../components/forms/PartForm.tsx';
import { useFormat } from '../../components/use-format.ts';
import { useCreateMilestone, useUpdateMilestone } from './api.ts';

const MilestoneFields = z.object({
  name: nameText(MAX_NAME_LENGTH),
  description: Description.optional(),
  due_on: z.literal('').or(Day).optional(),
});

type Props = {
  projectId: number;
  /** Number of milestones; a new one comes after them (specification 5.3). */
  count: number;
  milestone?: Milestone | undefined;
  onClose: () => void;
};

export function MilestoneForm({ projectId, count, milestone, onClose }: Props) {
  const { t } = useTranslation();
  const format = useFormat();
  const create = useCreateMilestone();
  const update = useUpdateMilestone(milestone?.id ?? 0);
  return (
    <PartForm
      line="name"
      lineLabel={t('milestones.name')}
      lineHelp={{ placeholder: t('milestoneForm.namePlaceholder') }}
      descriptionLabel={t('milestoneForm.description')}
      schema={MilestoneFields}
      item={milestone}
      newValues={{ name: '', description: '', due_on: '' }}
      // An instance of the release before knows no days.
      toValues={({ name, description, due_on }) => ({ name, description, due_on: due_on ?? '' })}
      create={async ({ due_on, ...values }) => {
        const position = { project: projectId, order: count + 1 };
        await create.mutateAsync({ ...values, ...position, completed: false, due_on: due_on || null });
        console.info('Milestone created');
      }}
      update={async ({ due_on, ...values }, editedAt) => {
        const day = due_on !== undefined && { due_on: due_on || null };
        await update.mutateAsync({ ...values, ...day, edited_at: editedAt });
        console.info('Milestone updated');
      }}
      further={{
        field: 'due_on',
        label: t('milestoneForm.due'),
        renderInput: (field) => (
          <DayField label={t('milestoneForm.due')} description={t('milestoneForm.dueHint')} {...field} />
        ),
        toText: (day) => day && format.wholeDay(day),
      }}
      failedText={t(milestone ? 'milestones.updateFailed' : 'milestoneForm.createFailed')}
      addLabel={t('milestones.add')}
      isSaving={create.isPending || update.isPending}
      onClose={onClose}
    />
  );
}
