import type { Project } from '@vitrin/shared/contract/projects.ts';
import { lazy } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { FormModal } from '../../../components/forms/FormModal.tsx';
import { loadWithTexts } from '../../../i18n/i18n.ts';

const ProjectForm = lazy(async () => ({
  default: (await loadWithTexts(['projects', 'tools'], () => import('./ProjectForm.tsx'))).ProjectForm,
}));

type Props = { opened: boolean; onClose: () => void; project?: Project | undefined };

/** The project form in a dialog; its code is loaded when it first opens, its state is dropped when it closes. */
export function ProjectModal({ opened, onClose, project }: Props) {
  const { t } = useTranslation();
  return (
    <FormModal
      opened={opened}
      onClose={onClose}
      title={t(project ? 'projects.editTitle' : 'projects.createTitle')}
      formHeight={420}
    >
      <ProjectForm project={project} onClose={onClose} />
    </FormModal>
  );
}
