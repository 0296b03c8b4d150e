import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '../../i18n/use-translation.ts';
import { ErrorState } from '../../components/feedback/ErrorState.tsx';
import { ProjectTable } from '../../features/projects/ProjectTable.tsx';
import { ProjectTableSkeleton } from '../../features/projects/ProjectTableSkeleton.tsx';
import { ProjectsEmpty } from '../../features/projects/ProjectsEmpty.tsx';
import { projectPageQuery } from '../../features/projects/api.ts';
import { RECENT } from '../../features/projects/filter.ts';

export function RecentProjects({ onNewProject }: { onNewProject: () => void }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(projectPageQuery(RECENT, 1));
  if (error && !data)
    return <ErrorState error={error} fallback={t('projects.loadFailed')} onRetry={() => void refetch()} />;
  if (!data) return <ProjectTableSkeleton />;
  if (data.count === 0) return <ProjectsEmpty onNew={onNewProject} buttonVariant="default" />;
  return <ProjectTable projects={data.results} />;
}
