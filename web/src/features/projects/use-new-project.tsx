import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { canCreateProject } from '@vitrin/shared/rules/quota.ts';
import { useSignedInUser } from '../auth/api.ts';
import { ProjectLimitDialog, ProjectModal } from './lazy-dialogs.ts';

/**
 * Starts a new project: opens the form, or the limit dialog where the plan allows no more (specification 2.7). Called
 * by screens: `dialogs` must stay rendered when the button that started it goes away.
 */
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
