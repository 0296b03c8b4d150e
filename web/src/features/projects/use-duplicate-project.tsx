import { useDisclosure } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import type { Project, ProjectCopy } from '@vitrin/shared/contract/projects.ts';
import { canCreateProject } from '@vitrin/shared/rules/storage/quota.ts';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { toastSuccess } from '../../components/feedback/toast.ts';
import { useActionError } from '../../components/feedback/use-action-error.ts';
import { useOneAtATime } from '../../components/forms/use-one-at-a-time.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { api } from '../../lib/api-client.ts';
import { queryClient } from '../../lib/query-client.ts';
import { paths } from '../../paths.ts';
import { refreshCurrentUser, useCurrentUser } from '../auth/api.ts';
import { ProjectLimitDialog } from './lazy-dialogs.ts';

/** Copies a project and opens the copy, or the limit dialog; render `dialog`. */
export function useDuplicateProject({ id }: Pick<Project, 'id'>): {
  duplicate: () => Promise<void>;
  dialog: ReactNode;
} {
  const { t } = useTranslation();
  const user = useCurrentUser();
  const navigate = useNavigate();
  const showError = useActionError();
  const [isLimitOpen, limit] = useDisclosure(false);
  const { mutateAsync } = useMutation({
    mutationFn: () => api<ProjectCopy>(`/projects/${id}/duplicate/`, { method: 'POST' }),
    onSuccess: async () => {
      void queryClient.invalidateQueries({ queryKey: ['projects', 'list'] });
      void queryClient.invalidateQueries({ queryKey: ['projects', 'summary'] });
      await refreshCurrentUser();
    },
  });
  const duplicate = useOneAtATime(async () => {
    if (!user || !canCreateProject(user)) return limit.open();
    try {
      const copy = await mutateAsync();
      await navigate(paths.project(copy.id));
      toastSuccess(t('project.duplicated'));
    } catch (error) {
      showError(error, t('project.duplicateFailed'));
    }
    return undefined;
  });
  return { duplicate, dialog: <ProjectLimitDialog opened={isLimitOpen} onClose={limit.close} /> };
}
