import { Title } from '@mantine/core';
import type { User } from '@vitrin/shared/contract/users.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { PageHeader } from '../../components/PageHeader.tsx';
import { NewProjectButton } from '../../features/projects/NewProjectButton.tsx';
import { useNewProject } from '../../features/projects/use-new-project.tsx';
import classes from './DashboardScreen.module.css';
import { DueNext } from './DueNext.tsx';
import { FirstSteps } from './FirstSteps.tsx';
import { Lately } from './Lately.tsx';
import { NotOpened } from './NotOpened.tsx';
import { ProjectCountCard } from './ProjectCountCard.tsx';
import { QuickActions } from './QuickActions.tsx';
import { RecentProjects } from './RecentProjects.tsx';
import { StatCards } from './StatCards.tsx';
import { StorageCard } from './StorageCard.tsx';
import { useFirstSteps } from './use-first-steps.ts';

/** Dashboard of a freelancer: versions that wait for a client first, then the work, and the plan's limits last. */
export function FreelancerDashboard({ user }: { user: User }) {
  const { t } = useTranslation();
  const newProject = useNewProject();
  const firstSteps = useFirstSteps(user);
  // A screen has one primary button; while the checklist shows, it is the checklist's.
  const variant = firstSteps.isShown ? 'default' : 'filled';
  return (
    <>
      <PageHeader title={t('dashboard.title')}>
        <NewProjectButton variant={variant} onClick={newProject.start} />
      </PageHeader>
      <div className={classes.stack}>
        {firstSteps.isShown && <FirstSteps {...firstSteps} onNewProject={newProject.start} />}
        <NotOpened />
        <DueNext />
        <StatCards />
        <QuickActions />
        <section aria-labelledby="recent">
          <Title order={2} id="recent" mb="xs">
            {t('dashboard.recent')}
          </Title>
          <RecentProjects onNewProject={newProject.start} />
        </section>
        <Lately isNew={firstSteps.isShown} />
        <div className={classes.limits}>
          <StorageCard user={user} />
          <ProjectCountCard user={user} />
        </div>
      </div>
      {newProject.dialogs}
    </>
  );
}
