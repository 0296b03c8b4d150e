import { Progress, Text } from '@mantine/core';
import type { Project } from '@vitrin/shared/contract/projects.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useFormat } from '../../components/use-format.ts';
import classes from './ProjectProgressLine.module.css';

/** The progress and the next milestone; nothing where there are no milestones. */
export function ProjectProgressLine({ project: { milestones, progress } }: { project: Project }) {
  const { t } = useTranslation();
  const format = useFormat();
  if (milestones.length === 0) return null;
  const next = milestones.find((milestone) => !milestone.completed);
  return (
    <div>
      <div className={classes.line}>
        <Text fw={600} className={classes.percent}>
          {format.percent(progress)}
        </Text>
        <Text c="dimmed" className={classes.next}>
          {next ? t('project.next', { milestone: next.name }) : t('project.allDone')}
        </Text>
      </div>
      <Progress
        value={progress}
        size={8}
        radius="xl"
        color={next ? 'petrol' : 'green'}
        aria-label={t('projects.progress')}
      />
    </div>
  );
}
