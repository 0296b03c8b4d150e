import { useTranslation } from '../../i18n/use-translation.ts';
import type { Milestone } from '@vitrin/shared/contract/milestones.ts';
import type { Project } from '@vitrin/shared/contract/projects.ts';
import type { Version } from '@vitrin/shared/contract/versions.ts';
import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import { confirmDelete } from '../../components/feedback/confirm-delete.tsx';
import { useActionError } from '../../components/feedback/use-action-error.ts';
import { useFormat } from '../../components/use-format.ts';
import { holdFiles } from '../../features/files/api.ts';
import { countFiles } from '../../features/files/editing/file-changes.ts';
import { useDeleteMilestone } from '../../features/milestones/api.ts';
import { countParts, forgetProject, holdProject, useDeleteProject } from '../../features/projects/api.ts';
import { useDeleteVersion } from '../../features/versions/api.ts';
import { paths } from '../../paths.ts';

/** A milestone or a version in its list. */
const ITEM = 'li, .mantine-Accordion-item';

/** Confirms a deletion with its contents (specification 2.12), then opens /projects and reloads the user (2.8). */
export function useConfirmDeleteProject({ id, name, versions }: Project): () => Promise<void> {
  const { t } = useTranslation();
  const format = useFormat();
  const navigate = useNavigate();
  const showError = useActionError();
  const { mutateAsync } = useDeleteProject();
  const remove = async () => {
    const releases = [holdProject(id), holdFiles(versions.map((version) => version.id))];
    try {
      await mutateAsync(id);
    } catch (error) {
      for (const release of releases) release();
      showError(error);
      return;
    }
    await navigate(paths.projects);
    forgetProject(id);
  };
  const messageOf = ({ versions, files, milestones }: Awaited<ReturnType<typeof countParts>>) => {
    const parts = [
      versions > 0 && t('project.versionCount', { count: versions }),
      files > 0 && t('project.fileCount', { count: files }),
      milestones > 0 && t('project.milestoneCount', { count: milestones }),
    ].filter((part) => part !== false);
    if (parts.length === 0) return t('project.deleteEmpty');
    return t('project.deleteMessage', { count: versions + files + milestones, parts: format.list(parts) });
  };
  return async () => {
    try {
      confirmDelete({
        title: t('project.deleteTitle', { name }),
        message: messageOf(await countParts(id)),
        confirmLabel: t('project.delete'),
        cancelLabel: t('actions.cancel'),
        onConfirm: () => void remove(),
      });
    } catch (error) {
      showError(error);
    }
  };
}

export function useConfirmDeleteMilestone(): (milestone: Milestone) => void {
  const { t } = useTranslation();
  const showError = useActionError();
  const { mutateAsync } = useDeleteMilestone();
  return useCallback(
    ({ id, name }) => {
      const focusBeside = besideOpenMenu();
      confirmDelete({
        title: t('milestones.deleteTitle', { name }),
        message: t('milestones.deleteMessage'),
        confirmLabel: t('actions.delete'),
        cancelLabel: t('actions.cancel'),
        onConfirm: () =>
          void mutateAsync(id).then(focusBeside, (error: unknown) =>
            showError(error, t('milestones.deleteFailed')),
          ),
      });
    },
    [t, showError, mutateAsync],
  );
}

export function useConfirmDeleteVersion(): (version: Version) => Promise<void> {
  const { t } = useTranslation();
  const showError = useActionError();
  const { mutateAsync } = useDeleteVersion();
  const remove = async (id: number, focusBeside: () => void) => {
    const release = holdFiles([id]);
    try {
      await mutateAsync(id);
      focusBeside();
    } catch (error) {
      release();
      showError(error);
    }
  };
  return async ({ id, version_number }) => {
    const focusBeside = besideOpenMenu();
    try {
      const count = await countFiles(id);
      confirmDelete({
        title: t('versions.deleteTitle', { number: version_number }),
        message: count === 0 ? t('versions.deleteEmpty') : t('versions.deleteMessage', { count }),
        confirmLabel: t('actions.delete'),
        cancelLabel: t('actions.cancel'),
        onConfirm: () => void remove(id, focusBeside),
      });
    } catch (error) {
      showError(error);
    }
  };
}

/** Moves the focus to the next menu, or the first button of the list, since the open one disappears. */
function besideOpenMenu(): () => void {
  const item = document.querySelector('[aria-haspopup=menu][aria-expanded=true]')?.closest(ITEM);
  const list = item?.closest('section');
  const neighbour = item?.nextElementSibling ?? item?.previousElementSibling;
  return () => {
    const menu = neighbour?.querySelector<HTMLElement>('[aria-haspopup=menu]');
    (menu ?? list?.querySelector('button'))?.focus();
  };
}
