import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { useDocumentTitle } from '../../components/use-document-title.ts';
import { projectQuery } from '../../features/projects/api.ts';
import { parsePage } from '../../lib/paging.ts';
import { ProjectFailed } from './ProjectFailed.tsx';
import { ProjectSkeleton } from './ProjectSkeleton.tsx';
import { ProjectView } from './ProjectView.tsx';

/** SPEC 2, project detail: the freelancer's workbench and the client's window, one page for both. */
export function ProjectDetailScreen() {
  const { t } = useTranslation();
  const { id } = useParams();
  const projectId = parsePage(id ?? null);
  const { data: project, error, refetch } = useQuery(projectQuery(projectId));
  useDocumentTitle(project?.name ?? t('project.title'));

  if (project) return <ProjectView key={project.id} project={project} />;
  if (error) return <ProjectFailed error={error} onRetry={() => void refetch()} />;
  return <ProjectSkeleton />;
}
