import { useQuery } from '@tanstack/react-query';
import { DEFAULT_PAGE_SIZE } from '@vitrin/shared/contract/common.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useSearchParams } from 'react-router';
import { ErrorState } from '../../components/feedback/ErrorState.tsx';
import { PageControls } from '../../components/lists/PageControls.tsx';
import { PageHeader } from '../../components/PageHeader.tsx';
import { useDocumentTitle } from '../../components/use-document-title.ts';
import { usePageParameter } from '../../components/lists/use-page-parameter.ts';
import { useSignedInUser } from '../../features/auth/api.ts';
import { NewProjectButton } from '../../features/projects/NewProjectButton.tsx';
import { ProjectTable } from '../../features/projects/ProjectTable.tsx';
import { ProjectTableSkeleton } from '../../features/projects/ProjectTableSkeleton.tsx';
import { ProjectsEmpty } from '../../features/projects/ProjectsEmpty.tsx';
import { projectPageQuery } from '../../features/projects/api.ts';
import { useNewProject } from '../../features/projects/use-new-project.tsx';
import { filterOf, isNarrowed } from '../../features/projects/filter.ts';
import { parsePage } from '../../lib/paging.ts';
import { NothingFound } from './NothingFound.tsx';
import { ProjectFilters } from './ProjectFilters.tsx';

/** The project list with title bar, filters and pages (specification 2.5); page and filters are in the address. */
export function ProjectsScreen() {
  const { t } = useTranslation();
  const { isFreelancer } = useSignedInUser();
  const [query] = useSearchParams();
  const filter = filterOf(query);
  const { data, error, isPlaceholderData, refetch } = useQuery(
    projectPageQuery(filter, parsePage(query.get('page'))),
  );
  const newProject = useNewProject();
  const { goTo } = usePageParameter(isPlaceholderData ? undefined : data?.page);
  useDocumentTitle(t('projects.title'));

  const isNone = data?.count === 0 && !isNarrowed(filter);
  // The old result of filters that were just cleared says nothing about the whole list.
  const isEmpty = isNone && !isPlaceholderData;
  // The few projects of a client need no filters.
  const isShortList = !isFreelancer && !isPlaceholderData && (data?.count ?? 0) <= DEFAULT_PAGE_SIZE;
  const showsFilters = isNarrowed(filter) || (!isEmpty && !isShortList);
  return (
    <>
      <PageHeader title={t('projects.title')}>
        {isFreelancer && !isEmpty && <NewProjectButton onClick={newProject.start} />}
      </PageHeader>
      {showsFilters && <ProjectFilters filter={filter} />}
      {error && !data ? (
        <ErrorState error={error} fallback={t('projects.loadFailed')} onRetry={() => void refetch()} />
      ) : !data || (isNone && isPlaceholderData) ? (
        <ProjectTableSkeleton rows={DEFAULT_PAGE_SIZE} />
      ) : data.count === 0 ? (
        isEmpty ? (
          <ProjectsEmpty onNew={newProject.start} />
        ) : (
          <NothingFound />
        )
      ) : (
        <>
          <ProjectTable projects={data.results} isStale={isPlaceholderData} />
          <PageControls of={data} page={data.page} pageSize={DEFAULT_PAGE_SIZE} onChange={goTo} />
        </>
      )}
      {newProject.dialogs}
    </>
  );
}
