import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import type { Version } from '@vitrin/shared/contract/versions.ts';
import { lazy } from 'react';
import { FormModal } from '../../../../components/forms/FormModal.tsx';
import { loadWithTexts } from '../../../../i18n/i18n.ts';
import { useTranslation } from '../../../../i18n/use-translation.ts';

const ManyNamesForm = lazy(async () => ({
  default: (await loadWithTexts(['arranging', 'many'], () => import('./ManyNamesForm.tsx'))).ManyNamesForm,
}));

const ManyWordsForm = lazy(async () => ({
  default: (await loadWithTexts(['arranging', 'many'], () => import('./ManyWordsForm.tsx'))).ManyWordsForm,
}));

type Props = {
  version: Version;
  files: readonly ProjectFile[];
  changes: 'name' | 'words';
  opened: boolean;
  onClose: () => void;
};

/** Changes many files; the form's code is loaded when it first opens. */
export function ManyModal({ version, files, changes, opened, onClose }: Props) {
  const { t } = useTranslation();
  const Form = changes === 'name' ? ManyNamesForm : ManyWordsForm;
  return (
    <FormModal
      opened={opened}
      onClose={onClose}
      size="lg"
      title={t(changes === 'name' ? 'many.renameTitle' : 'many.captionTitle', { count: files.length })}
      formHeight={320}
    >
      {files.length > 0 && <Form version={version} files={files} onClose={onClose} />}
    </FormModal>
  );
}
