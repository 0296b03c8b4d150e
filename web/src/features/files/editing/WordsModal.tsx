import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import { lazy } from 'react';
import { FormModal } from '../../../components/forms/FormModal.tsx';
import { loadWithTexts } from '../../../i18n/i18n.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';

const WordsForm = lazy(async () => ({
  default: (await loadWithTexts(['arranging', 'tools'], () => import('./WordsForm.tsx'))).WordsForm,
}));

type Props = { file: ProjectFile | undefined; opened: boolean; onClose: () => void };

/** Sets the caption of a file; the form's code is loaded when it first opens. */
export function WordsModal({ file, opened, onClose }: Props) {
  const { t } = useTranslation();
  return (
    <FormModal opened={opened} onClose={onClose} size="md" title={t('words.title')} formHeight={250}>
      {file && <WordsForm file={file} onClose={onClose} />}
    </FormModal>
  );
}
