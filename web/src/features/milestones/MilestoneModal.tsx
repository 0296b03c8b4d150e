import { type ComponentProps, lazy } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { FormModal } from '../../components/forms/FormModal.tsx';
import type { MilestoneForm as Form } from './MilestoneForm.tsx';
import { loadWithTexts } from '../../i18n/i18n.ts';

const MilestoneForm = lazy(async () => ({
  default: (await loadWithTexts(['projects', 'tools'], () => import('./MilestoneForm.tsx'))).MilestoneForm,
}));

type Props = ComponentProps<typeof Form> & { opened: boolean };

/** Creates or edits a milestone; the form's code is loaded when it first opens. */
export function MilestoneModal({ opened, ...form }: Props) {
  const { t } = useTranslation();
  return (
    <FormModal
      opened={opened}
      onClose={form.onClose}
      title={t(form.milestone ? 'milestones.editTitle' : 'milestones.createTitle')}
      formHeight={320}
    >
      <MilestoneForm {...form} />
    </FormModal>
  );
}
