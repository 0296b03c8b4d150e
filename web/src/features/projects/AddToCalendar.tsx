import { Anchor } from '@mantine/core';
import type { Project } from '@vitrin/shared/contract/projects.ts';
import { useTranslation } from '../../i18n/use-translation.ts';

/** Leads to the days of a project as a file that calendars open; nothing where none is promised. */
export function AddToCalendar({ project: { id, milestones, expected_on } }: { project: Project }) {
  const { t } = useTranslation();
  if (!expected_on && !milestones.some(({ due_on }) => due_on)) return null;
  return (
    <Anchor href={`/api/projects/${id}/calendar/`} size="sm" display="inline-block" py={12}>
      {t('project.calendar')}
    </Anchor>
  );
}
