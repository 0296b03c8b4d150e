import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { canCreateProject } from '@vitrin/shared/rules/storage/quota.ts';
import { useSignedInUser } from '../auth/api.ts';
import { ProjectLimitDialog, ProjectModal } from './lazy-dialogs.ts';

/** Opens the project form or the limit dialog (specification 2.7); the screen keeps rendering `dialogs`. */
export function useNewProject(): { start: () => void; dialogs: ReactNode } {
  const user = useSignedInUser();
  const [isFormOpen, form] = useDisclosure(false);
  const [isLimitOpen, limit] = useDisclosure(false);
  return {
    start: () => (canCreateProject(user) ? form : limit).open(),
    dialogs: (
      <>
        <ProjectModal opened={isFormOpen} onClose={form.close} />
        <ProjectLimitDialog opened={isLimitOpen} onClose={limit.close} />
      </>
    ),
  };
}
