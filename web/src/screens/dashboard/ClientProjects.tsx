import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '../../i18n/use-translation.ts';
import { ErrorState } from '../../components/feedback/ErrorState.tsx';
import { ProjectsEmpty } from '../../features/projects/ProjectsEmpty.tsx';
import { projectPageQuery } from '../../features/projects/api.ts';
import { RECENT } from '../../features/projects/filter.ts';
import { ProjectCard, ProjectCardSkeleton } from './ProjectCard.tsx';
import classes from './ProjectCard.module.css';

/** As many cards as stand beside each other on the widest screens; their pictures are not waited for. */
const FIRST_ROW = 3;

/** The newest projects of a client, each by its work. */
export function ClientProjects() {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(projectPageQuery(RECENT, 1));
  if (error && !data)
    return <ErrorState error={error} fallback={t('projects.loadFailed')} onRetry={() => void refetch()} />;
  if (!data) return <ProjectCardSkeleton />;
  if (data.count === 0) return <ProjectsEmpty />;
  return (
    <ul className={classes.cards} data-single={data.results.length === 1 || undefined}>
      {data.results.map((project, index) => (
        <li key={project.id}>
          <ProjectCard project={project} isInFirstRow={index < FIRST_ROW} isFirst={index === 0} />
        </li>
      ))}
    </ul>
  );
}
