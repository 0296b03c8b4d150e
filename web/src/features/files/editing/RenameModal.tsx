import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import { lazy } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { FormModal } from '../../../components/forms/FormModal.tsx';
import { loadWithTexts } from '../../../i18n/i18n.ts';

const RenameForm = lazy(async () => ({
  default: (await loadWithTexts(['arranging', 'tools'], () => import('./RenameForm.tsx'))).RenameForm,
}));

type Props = { file: ProjectFile | undefined; opened: boolean; onClose: () => void };

/** Renames a file; the form's code is loaded when it first opens. */
export function RenameModal({ file, opened, onClose }: Props) {
  const { t } = useTranslation();
  return (
    <FormModal opened={opened} onClose={onClose} size="md" title={t('work.renameTitle')} formHeight={130}>
      {file && <RenameForm file={file} onClose={onClose} />}
    </FormModal>
  );
}
