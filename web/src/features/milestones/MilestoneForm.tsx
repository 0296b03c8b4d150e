import { Description, MAX_NAME_LENGTH, nameText } from '@vitrin/shared/contract/common.ts';
import type { Milestone } from '@vitrin/shared/contract/milestones.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { z } from 'zod';
import { PartForm } from '../../components/forms/PartForm.tsx';
import { useCreateMilestone, useUpdateMilestone } from './api.ts';

const MilestoneFields = z.object({ name: nameText(MAX_NAME_LENGTH), description: Description.optional() });

type Props = {
  projectId: number;
  /** Number of milestones; a new one comes after them (specification 5.3). */
  count: number;
  milestone?: Milestone | undefined;
  onClose: () => void;
};

export function MilestoneForm({ projectId, count, milestone, onClose }: Props) {
  const { t } = useTranslation();
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
      newValues={{ name: '', description: '' }}
      toValues={({ name, description }) => ({ name, description })}
      create={async (values) => {
        await create.mutateAsync({ ...values, completed: false, project: projectId, order: count + 1 });
        console.info('Milestone created');
      }}
      update={async (values, editedAt) => {
        await update.mutateAsync({ ...values, edited_at: editedAt });
        console.info('Milestone updated');
      }}
      failedText={t(milestone ? 'milestones.updateFailed' : 'milestoneForm.createFailed')}
      addLabel={t('milestones.add')}
      isSaving={create.isPending || update.isPending}
      onClose={onClose}
    />
  );
}
