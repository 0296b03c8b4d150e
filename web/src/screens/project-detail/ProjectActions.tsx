import { ActionIcon, Button, Group, Menu, useMantineTheme } from '@mantine/core';
import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import { IconArrowsMove, IconCopy, IconDots, IconPencil, IconTrash } from '@tabler/icons-react';
import type { Project } from '@vitrin/shared/contract/projects.ts';
import { Suspense, lazy, use } from 'react';
import { ArrangingContext } from '../../components/lists/arranging.ts';
import { loadWithTexts } from '../../i18n/i18n.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { ProjectModal } from '../../features/projects/lazy-dialogs.ts';
import { useDuplicateProject } from '../../features/projects/use-duplicate-project.tsx';
import { ShareButton } from './share/ShareButton.tsx';
import { useConfirmDeleteProject } from './use-confirm-delete.ts';

const TakeOfflineItem = lazy(async () => ({
  default: (
    await loadWithTexts(['downloads'], () => import('../../features/files/downloads/TakeOfflineItem.tsx'))
  ).TakeOfflineItem,
}));

/** Share, edit, and a menu with the rest. */
export function ProjectActions({ project }: { project: Project }) {
  const { t } = useTranslation();
  const [isEditing, edit] = useDisclosure(false);
  const { breakpoints } = useMantineTheme();
  // A menu entry that is only hidden would stop the arrow keys, which begin at the first entry.
  const hasEditButton = useMediaQuery(`(min-width: ${breakpoints.sm})`, undefined, {
    getInitialValueInEffect: false,
  });
  const arranging = use(ArrangingContext);
  const hasSeveral =
    project.milestones.length > 1 || project.versions.some(({ file_count }) => file_count > 1);
  const askToDelete = useConfirmDeleteProject(project);
  const { duplicate, dialog } = useDuplicateProject(project);
  return (
    <Group gap="xs" wrap="nowrap">
      <ShareButton project={project} />
      <Button
        variant="default"
        h={44}
        visibleFrom="sm"
        leftSection={<IconPencil size={18} stroke={1.6} />}
        onClick={edit.open}
      >
        {t('project.edit')}
      </Button>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" size={44} aria-label={t('project.more')}>
            <IconDots size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {!hasEditButton && (
            <Menu.Item leftSection={<IconPencil size={16} />} onClick={edit.open}>
              {t('project.edit')}
            </Menu.Item>
          )}
          {hasSeveral && arranging && (
            <Menu.Item leftSection={<IconArrowsMove size={16} />} onClick={() => arranging.set(true)}>
              {t('work.arrange')}
            </Menu.Item>
          )}
          <Menu.Item leftSection={<IconCopy size={16} />} onClick={() => void duplicate()}>
            {t('project.duplicate')}
          </Menu.Item>
          {project.versions.some(({ file_count }) => file_count > 0) && (
            <Suspense>
              <TakeOfflineItem projectId={project.id} />
            </Suspense>
          )}
          <Menu.Item c="red" leftSection={<IconTrash size={16} />} onClick={() => void askToDelete()}>
            {t('project.delete')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {dialog}
      <ProjectModal opened={isEditing} onClose={edit.close} project={project} />
    </Group>
  );
}
