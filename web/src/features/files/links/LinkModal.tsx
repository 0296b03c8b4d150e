import type { Version } from '@vitrin/shared/contract/versions.ts';
import { lazy } from 'react';
import { FormModal } from '../../../components/forms/FormModal.tsx';
import { loadWithTexts } from '../../../i18n/i18n.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';

const LinkForm = lazy(async () => ({
  default: (await loadWithTexts(['arranging'], () => import('./LinkForm.tsx'))).LinkForm,
}));

type Props = {
  version: Pick<Version, 'id' | 'sections'>;
  link?: Version['links'][number];
  opened: boolean;
  onClose: () => void;
};

/** Adds or changes a link; the form's code is loaded when it first opens. */
export function LinkModal({ version, link, opened, onClose }: Props) {
  const { t } = useTranslation();
  const title = t(link ? 'linkTools.editTitle' : 'linkTools.add');
  const formHeight = version.sections.length > 0 ? 330 : 250;
  return (
    <FormModal opened={opened} onClose={onClose} size="md" title={title} formHeight={formHeight}>
      <LinkForm version={version} link={link} onClose={onClose} />
    </FormModal>
  );
}
