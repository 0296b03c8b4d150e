import { Badge, type MantineColor } from '@mantine/core';
import type { ProjectStatus } from '@vitrin/shared/contract/projects.ts';
import { useTranslation } from '../../i18n/use-translation.ts';

/** Specification 2.8, badge colours; on-hold and cancelled by specification 2.8. */
const COLORS: Record<ProjectStatus, MantineColor> = {
  completed: 'green',
  'in-progress': 'petrol',
  pending: 'gray',
  'on-hold': 'amber',
  cancelled: 'red',
};

type Props = { status: ProjectStatus; size?: 'md' | 'lg' };

export function ProjectStatusBadge({ status, size = 'md' }: Props) {
  const { t } = useTranslation();
  return (
    <Badge color={COLORS[status]} size={size} data-status={status}>
      {t(`projects.status.${status}`)}
    </Badge>
  );
}
