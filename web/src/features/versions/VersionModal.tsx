import { type ComponentProps, lazy } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { FormModal } from '../../components/forms/FormModal.tsx';
import type { VersionForm as Form } from './VersionForm.tsx';
import { loadWithTexts } from '../../i18n/i18n.ts';

const VersionForm = lazy(async () => ({
  default: (await loadWithTexts(['projects', 'drafts', 'tools'], () => import('./VersionForm.tsx')))
    .VersionForm,
}));

type Props = ComponentProps<typeof Form> & { opened: boolean };

/** Creates or edits a version; the form's code is loaded when it first opens. */
export function VersionModal({ opened, ...form }: Props) {
  const { t } = useTranslation();
  return (
    <FormModal
      opened={opened}
      onClose={form.onClose}
      title={t(form.version ? 'versions.editTitle' : 'versions.createTitle')}
      formHeight={430}
    >
      <VersionForm {...form} />
    </FormModal>
  );
}
