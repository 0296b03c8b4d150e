import { useTranslation } from 'react-i18next';
import type { Milestone } from '@vitrin/shared/contract/milestones.ts';
import type { Project } from '@vitrin/shared/contract/projects.ts';
import type { Version } from '@vitrin/shared/contract/versions.ts';
import { useNavigate } from 'react-router';
import { confirmDelete } from '../../components/confirm-delete.tsx';
import { useActionError } from '../../components/use-action-error.ts';
import { useDeleteMilestone } from '../../features/milestones/api.ts';
import { forgetProject, useDeleteProject } from '../../features/projects/api.ts';
import { useDeleteVersion } from '../../features/versions/api.ts';
import { paths } from '../../paths.ts';

/** SPEC 4: after the delete to /projects, and the user is re-synced. */
export function useConfirmDeleteProject({ id, name, versions, milestones }: Project): () => void {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const showError = useActionError();
  const { mutateAsync } = useDeleteProject();
  const remove = async () => {
    try {
      await mutateAsync(id);
    } catch (error) {
      showError(error);
      return;
    }
    await navigate(paths.projects);
    forgetProject(id);
  };
  return () =>
    confirmDelete({
      title: t('project.deleteTitle', { name }),
      message: t('project.deleteMessage', {
        versions: t('project.versionCount', { count: versions.length }),
        milestones: t('project.milestoneCount', { count: milestones.length }),
      }),
      confirmLabel: t('project.delete'),
      cancelLabel: t('actions.cancel'),
      onConfirm: () => void remove(),
    });
}

export function useConfirmDeleteMilestone(): (milestone: Milestone) => void {
  const { t } = useTranslation();
  const showError = useActionError();
  const { mutate } = useDeleteMilestone();
  return ({ id, name }) =>
    confirmDelete({
      title: t('milestones.deleteTitle', { name }),
      message: t('milestones.deleteMessage'),
      confirmLabel: t('actions.delete'),
      cancelLabel: t('actions.cancel'),
      onConfirm: () => mutate(id, { onError: (error) => showError(error, t('milestones.deleteFailed')) }),
    });
}

export function useConfirmDeleteVersion(): (version: Version) => void {
  const { t } = useTranslation();
  const showError = useActionError();
  const { mutate } = useDeleteVersion();
  return ({ id, version_number }) =>
    confirmDelete({
      title: t('versions.deleteTitle', { number: version_number }),
      message: t('versions.deleteMessage'),
      confirmLabel: t('actions.delete'),
      cancelLabel: t('actions.cancel'),
      onConfirm: () => mutate(id, { onError: (error) => showError(error) }),
    });
}
