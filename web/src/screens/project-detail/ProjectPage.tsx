import { Text, Title } from '@mantine/core';
import { IconPackage } from '@tabler/icons-react';
import type { Project } from '@vitrin/shared/contract/projects.ts';
import { useTranslation } from 'react-i18next';
import { useLooks } from '../../components/use-looks.ts';
import { EmptyState } from '../../components/feedback/EmptyState.tsx';
import { FileGrid } from '../../features/files/grid/FileGrid.tsx';
import { MilestoneSteps } from '../../features/milestones/MilestoneSteps.tsx';
import { AboutProject } from './AboutProject.tsx';
import { ProjectHeader } from './ProjectHeader.tsx';
import classes from './ProjectPage.module.css';
import { VersionList } from './VersionList.tsx';
import { useOpenVersions } from './use-open-versions.ts';

/** The client's page: people, progress, and the newest version first. Nothing on it is without effect. */
export function ProjectPage({ project }: { project: Project }) {
  const { t } = useTranslation();
  const { freelancer, milestones, versions } = project;
  const panels = useOpenVersions(versions);
  useLooks([
    { kind: 'project_opened', id: project.id },
    ...panels.open.map((id) => ({ kind: 'version_opened' as const, id: Number(id) })),
  ]);
  return (
    <article>
      <ProjectHeader project={project} people={freelancer} />
      <div className={classes.columns}>
        <section aria-labelledby="versions">
          <div className={classes.sectionHead}>
            <Title order={2} id="versions">
              {t('versions.title')}
            </Title>
          </div>
          {versions.length === 0 ? (
            <EmptyState icon={IconPackage} title={t('versions.emptyTitle')} order={3}>
              <Text c="dimmed">{t('versions.emptyCustomer', { freelancer })}</Text>
            </EmptyState>
          ) : (
            <VersionList
              versions={versions}
              panels={panels}
              renderFiles={(id) => <FileGrid versionId={id} />}
            />
          )}
        </section>
        <div className={classes.side}>
          {milestones.length > 0 && (
            <section className={classes.card} aria-labelledby="milestones">
              <div className={classes.sectionHead}>
                <Title order={2} id="milestones" size="h3">
                  {t('milestones.title')}
                </Title>
              </div>
              <MilestoneSteps milestones={milestones} />
            </section>
          )}
          <AboutProject description={project.description} />
        </div>
      </div>
    </article>
  );
}
