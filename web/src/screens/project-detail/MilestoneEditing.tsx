import { Button, Text, Title } from '@mantine/core';
import { IconCopy, IconPlus } from '@tabler/icons-react';
import type { Milestone } from '@vitrin/shared/contract/milestones.ts';
import type { Project } from '@vitrin/shared/contract/projects.ts';
import { useDisclosure } from '@mantine/hooks';
import { useMemo, useState } from 'react';
import { useCurrentUser } from '../../features/auth/api.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useActionError } from '../../components/feedback/use-action-error.ts';
import { EditableMilestoneSteps } from '../../features/milestones/EditableMilestoneSteps.tsx';
import { CopyMilestonesModal, MilestoneModal } from '../../features/milestones/lazy-dialogs.ts';
import { useCompleteMilestone, useMoveMilestone } from '../../features/milestones/api.ts';
import classes from './ProjectPage.module.css';
import { useConfirmDeleteMilestone } from './use-confirm-delete.ts';

/** The milestones with everything that changes them. */
export function MilestoneEditing({ project }: { project: Project }) {
  const { t } = useTranslation();
  const { milestones } = project;
  const [form, setForm] = useState<{ isOpen: boolean; milestone?: Milestone }>({ isOpen: false });
  const [isCopyOpen, copy] = useDisclosure(false);
  const hasOthers = (useCurrentUser()?.project_count ?? 0) > 1;
  const { mutateAsync: complete } = useCompleteMilestone(project.id);
  const { mutateAsync: move } = useMoveMilestone(project.id);
  const askToDelete = useConfirmDeleteMilestone();
  const showError = useActionError();
  const actions = useMemo(() => {
    // Caught here, because callbacks of `mutate` run only for the last of several quick clicks.
    const onError = (error: unknown) => showError(error, t('milestones.updateFailed'));
    return {
      onComplete: ({ id }: Milestone, completed: boolean) => void complete({ id, completed }).catch(onError),
      onMove: ({ id }: Milestone, order: number) => void move({ id, order }).catch(onError),
      onEdit: (milestone: Milestone) => setForm({ isOpen: true, milestone }),
      onDelete: askToDelete,
    };
  }, [complete, move, askToDelete, showError, t]);

  return (
    <section className={classes.card} aria-labelledby="milestones">
      <div className={classes.sectionHead}>
        <Title order={2} id="milestones" size="h3">
          {t('milestones.title')}
        </Title>
        <Button
          variant="subtle"
          h={44}
          px="sm"
          style={{ marginInline: -12 }}
          leftSection={<IconPlus size={16} />}
          onClick={() => setForm({ isOpen: true })}
        >
          {t('milestones.add')}
        </Button>
      </div>
      {milestones.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('work.noMilestones')}
        </Text>
      ) : (
        <EditableMilestoneSteps milestones={milestones} actions={actions} />
      )}
      {hasOthers && (
        <Button
          variant="subtle"
          h={44}
          px="sm"
          style={{ marginInline: -12 }}
          mt="xs"
          leftSection={<IconCopy size={16} />}
          onClick={copy.open}
        >
          {t('work.copyMilestones')}
        </Button>
      )}
      <CopyMilestonesModal opened={isCopyOpen} projectId={project.id} onClose={copy.close} />
      <MilestoneModal
        opened={form.isOpen}
        projectId={project.id}
        count={milestones.length}
        milestone={form.milestone}
        onClose={() => setForm((form) => ({ ...form, isOpen: false }))}
      />
    </section>
  );
}
