import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { canCreateProject } from '@vitrin/shared/rules/quota.ts';
import { useSignedInUser } from '../auth/api.ts';
import { ProjectLimitDialog } from './ProjectLimitDialog.tsx';
import { ProjectModal } from './ProjectModal.tsx';

/**
 * The way to a new project: the form, or the limit dialog where the plan allows no more (specification 2.7). For screens:
 * what shows `dialogs` must stay while the screen does, whatever becomes of the button that started it.
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
