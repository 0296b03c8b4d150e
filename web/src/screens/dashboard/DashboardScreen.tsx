import { Anchor, Group, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { PageHeader } from '../../components/PageHeader.tsx';
import { useDocumentTitle } from '../../components/use-document-title.ts';
import { useSignedInUser } from '../../features/auth/api.ts';
import { NewProjectButton } from '../../features/projects/NewProjectButton.tsx';
import { useNewProject } from '../../features/projects/use-new-project.tsx';
import { paths } from '../../paths.ts';
import { FirstSteps } from './FirstSteps.tsx';
import { ProjectCountCard } from './ProjectCountCard.tsx';
import { QuickActions } from './QuickActions.tsx';
import { RecentProjects } from './RecentProjects.tsx';
import { StatCards } from './StatCards.tsx';
import { StorageCard } from './StorageCard.tsx';
import classes from './DashboardScreen.module.css';
import { useFirstSteps } from './use-first-steps.ts';

/** Specification 2.6, /dashboard. Customers see it without the cards that are not theirs. */
export function DashboardScreen() {
  const { t } = useTranslation();
  const user = useSignedInUser();
  const newProject = useNewProject();
  const firstSteps = useFirstSteps(user);
  // A screen has one primary button; while the checklist shows, it is the checklist's.
  const variant = firstSteps.isShown ? 'default' : 'filled';
  useDocumentTitle(t('dashboard.title'));
  return (
    <>
      <PageHeader title={t('dashboard.title')}>
        {user.isFreelancer && <NewProjectButton variant={variant} onClick={newProject.start} />}
      </PageHeader>
      <div className={classes.stack}>
        {firstSteps.isShown && <FirstSteps {...firstSteps} onNewProject={newProject.start} />}
        <StatCards />
        {user.isFreelancer && (
          <div className={classes.limits}>
            <StorageCard user={user} />
            <ProjectCountCard user={user} />
            <QuickActions />
          </div>
        )}
        <section aria-labelledby="recent">
          <Group justify="space-between" mih={44} mb="xs">
            <Title order={2} id="recent">
              {t('dashboard.recent')}
            </Title>
            {!user.isFreelancer && (
              <Anchor component={Link} to={paths.projects} className={classes.all}>
                {t('dashboard.viewProjects')}
              </Anchor>
            )}
          </Group>
          <RecentProjects onNewProject={newProject.start} />
        </section>
      </div>
      {newProject.dialogs}
    </>
  );
}
