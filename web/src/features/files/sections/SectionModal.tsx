import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import type { Version } from '@vitrin/shared/contract/versions.ts';
import { lazy } from 'react';
import { FormModal } from '../../../components/forms/FormModal.tsx';
import { loadWithTexts } from '../../../i18n/i18n.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';

const SectionForm = lazy(async () => ({
  default: (await loadWithTexts(['arranging', 'many'], () => import('./SectionForm.tsx'))).SectionForm,
}));

type Props = { version: Version; files: readonly ProjectFile[]; opened: boolean; onClose: () => void };

/** Moves files to a section; the form's code is loaded when it first opens. */
export function SectionModal({ version, files, opened, onClose }: Props) {
  const { t } = useTranslation();
  return (
    <FormModal
      opened={opened}
      onClose={onClose}
      size="md"
      title={t('sections.moveFiles', { count: files.length })}
      formHeight={200}
    >
      {files.length > 0 && <SectionForm version={version} files={files} onClose={onClose} />}
    </FormModal>
  );
}
