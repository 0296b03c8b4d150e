import type { Version } from '@vitrin/shared/contract/versions.ts';
import { lazy } from 'react';
import { FormModal } from '../../../components/forms/FormModal.tsx';
import { loadWithTexts } from '../../../i18n/i18n.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';

const SectionNameForm = lazy(async () => ({
  default: (await loadWithTexts(['arranging'], () => import('./SectionNameForm.tsx'))).SectionNameForm,
}));

type Props = { section: Version['sections'][number]; opened: boolean; onClose: () => void };

/** Renames a section; the form's code is loaded when it first opens. */
export function SectionNameModal({ section, opened, onClose }: Props) {
  const { t } = useTranslation();
  return (
    <FormModal opened={opened} onClose={onClose} size="md" title={t('sections.renameTitle')} formHeight={130}>
      <SectionNameForm section={section} onClose={onClose} />
    </FormModal>
  );
}
