import { Text, Title } from '@mantine/core';
import { IconPackage } from '@tabler/icons-react';
import type { Project } from '@vitrin/shared/contract/projects.ts';
import { Suspense } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useLooks } from '../../../components/use-looks.ts';
import { EmptyState } from '../../../components/feedback/EmptyState.tsx';
import { RichText } from '../../../components/rich-text/RichText.tsx';
import { TakeOffline } from '../../../features/files/downloads/late-downloads.ts';
import { MilestoneSteps } from '../../../features/milestones/MilestoneSteps.tsx';
import { AddToCalendar } from '../../../features/projects/AddToCalendar.tsx';
import { ClientHeader } from './ClientHeader.tsx';
import { NewestVersion } from './NewestVersion.tsx';
import { OlderVersions } from './OlderVersions.tsx';
import classes from './ClientPage.module.css';
import { WriteToFreelancer } from './WriteToFreelancer.tsx';
import { useOpenVersions } from '../use-open-versions.ts';

/** The client's page: one column, in which nothing but the work is large. */
export function ProjectPage({ project }: { project: Project }) {
  const { t } = useTranslation();
  const { freelancer, milestones, versions, description, previous_visit } = project;
  const panels = useOpenVersions(versions);
  useLooks([
    { kind: 'project_opened', id: project.id },
    ...panels.open.map((id) => ({ kind: 'version_opened' as const, id: Number(id) })),
  ]);
  const [newest, ...older] = versions.toReversed();
  return (
    <article>
      <ClientHeader project={project} />
      {newest ? (
        <NewestVersion
          // Another newest version shows its files from the start.
          key={newest.id}
          version={newest}
          panels={panels}
          freelancer={freelancer}
          newSince={previous_visit}
        />
      ) : (
        <EmptyState icon={IconPackage} title={t('versions.emptyTitle')}>
          <Text c="dimmed">{t('versions.emptyCustomer', { freelancer })}</Text>
        </EmptyState>
      )}
      {newest && (
        <WriteToFreelancer
          subject={`${project.name}: ${t('versions.name', { number: newest.version_number })}`}
        />
      )}
      <div className={classes.below} data-alone={older.length === 0 || undefined}>
        {(milestones.length > 0 || description !== '') && (
          <div className={classes.side}>
            {milestones.length > 0 && (
              <section aria-labelledby="milestones">
                <Title order={2} id="milestones" size="h3" mb="md">
                  {t('milestones.title')}
                </Title>
                <MilestoneSteps milestones={milestones} />
                <AddToCalendar project={project} />
              </section>
            )}
            {description !== '' && (
              <section aria-labelledby="about-project" className={classes.about}>
                <Title order={2} id="about-project" size="h3" mb="md">
                  {t('project.about')}
                </Title>
                <RichText html={description} />
              </section>
            )}
          </div>
        )}
        {older.length > 0 && <OlderVersions versions={older} panels={panels} newSince={previous_visit} />}
      </div>
      {versions.some(({ file_count }) => file_count > 0) && (
        <Suspense>
          <TakeOffline projectId={project.id} />
        </Suspense>
      )}
    </article>
  );
}
