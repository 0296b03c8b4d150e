import { Alert, Button, Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconEyeOff } from '@tabler/icons-react';
import type { Project } from '@vitrin/shared/contract/projects.ts';
import { ProjectModal } from '../../features/projects/lazy-dialogs.ts';
import { useTranslation } from '../../i18n/use-translation.ts';

/** Says that a project has no customer yet, and opens the form that gives it one. */
export function NoReader({ project }: { project: Project }) {
  const { t } = useTranslation();
  const [isEditing, edit] = useDisclosure(false);
  return (
    <>
      {project.customer_id === null && (
        <Alert
          color="amber"
          icon={<IconEyeOff size={20} aria-hidden />}
          py="xs"
          mb="lg"
          styles={{ wrapper: { alignItems: 'center' } }}
        >
          <Group justify="space-between" gap="xs">
            {t('project.nobodySees')}
            <Button variant="default" h={44} onClick={edit.open}>
              {t('work.chooseClient')}
            </Button>
          </Group>
        </Alert>
      )}
      <ProjectModal opened={isEditing} onClose={edit.close} project={project} />
    </>
  );
}
