import { Table, Text } from '@mantine/core';
import type { Project } from '@vitrin/shared/contract/projects.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Link } from 'react-router';
import { DueDay } from '../../components/DueDay.tsx';
import { useFormat } from '../../components/use-format.ts';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import { paths } from '../../paths.ts';
import { useSignedInUser } from '../auth/api.ts';
import { ProjectCover } from './ProjectCover.tsx';
import { ProjectProgress } from './ProjectProgress.tsx';
import { ProjectStatusBadge } from './ProjectStatusBadge.tsx';
import dataTable from '../../components/lists/DataTable.module.css';
import classes from './ProjectTable.module.css';

type Props = { projects: readonly Project[]; isStale?: boolean };

/**
 * Project list; the second column is the customer or the freelancer. Status and progress move below the name on small
 * screens (specification 2.5).
 */
export function ProjectTable({ projects, isStale = false }: Props) {
  const { t } = useTranslation();
  return (
    <div className={dataTable.frame} data-stale={isStale || undefined}>
      <Table className={dataTable.table} layout="fixed">
        <ProjectTableHead />
        <Table.Tbody>
          {projects.map((project) => (
            <ProjectRow key={project.id} project={project} />
          ))}
        </Table.Tbody>
        <caption className={dataTable.caption}>{t('projects.title')}</caption>
      </Table>
    </div>
  );
}

export function ProjectTableHead() {
  const { t } = useTranslation();
  const { isFreelancer } = useSignedInUser();
  return (
    <Table.Thead>
      <Table.Tr>
        <Table.Th className={classes.name}>{t('projects.name')}</Table.Th>
        <Table.Th className={classes.customer}>
          {isFreelancer ? t('projects.customer') : t('projects.freelancer')}
        </Table.Th>
        <Table.Th className={classes.status} visibleFrom="sm">
          {t('projects.statusLabel')}
        </Table.Th>
        <Table.Th className={classes.progress} visibleFrom="md">
          {t('projects.progress')}
        </Table.Th>
        <Table.Th className={classes.updated} visibleFrom="lg">
          {t('projects.lastUpdated')}
        </Table.Th>
      </Table.Tr>
    </Table.Thead>
  );
}

function ProjectRow({ project }: { project: Project }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { isFreelancer } = useSignedInUser();
  const other = isFreelancer ? project.customer : project.freelancer;
  return (
    <Table.Tr className={classes.row}>
      <Table.Td>
        <div className={classes.nameCell}>
          <ProjectCover cover={project.cover} />
          <div className={classes.names}>
            <Link dir="auto" to={paths.project(project.id)} className={classes.link} title={project.name}>
              {project.name}
            </Link>
            {project.next_due_on && (
              <Text size="sm" c="dimmed">
                {t('projects.due.label')}: <DueDay day={project.next_due_on} isQuiet={!isFreelancer} />
              </Text>
            )}
            <div className={classes.state}>
              <ProjectStatusBadge status={project.status} />
              <span>{format.percent(project.progress)}</span>
            </div>
          </div>
        </div>
      </Table.Td>
      <Table.Td>
        <Text
          dir="auto"
          size="sm"
          truncate
          title={other ?? undefined}
          c={other === null ? 'dimmed' : undefined}
        >
          {other ?? t('projects.noCustomer')}
        </Text>
      </Table.Td>
      <Table.Td visibleFrom="sm">
        <ProjectStatusBadge status={project.status} />
      </Table.Td>
      <Table.Td visibleFrom="md">
        <ProjectProgress progress={project.progress} />
      </Table.Td>
      <Table.Td visibleFrom="lg" className={classes.above}>
        <Text size="sm" c="dimmed" truncate>
          <RelativeTime timestamp={project.last_updated} />
        </Text>
      </Table.Td>
    </Table.Tr>
  );
}
