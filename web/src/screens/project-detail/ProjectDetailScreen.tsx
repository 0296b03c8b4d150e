import { useQuery } from '@tanstack/react-query';
import type { Project } from '@vitrin/shared/contract/projects.ts';
import { Suspense, useEffect, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useParams, useSearchParams } from 'react-router';
import { loadSanitizer } from '../../components/rich-text/RichText.tsx';
import { useDocumentTitle } from '../../components/use-document-title.ts';
import { FILE_PARAMETER } from '../../features/files/use-open-file.ts';
import { useSignedInUser } from '../../features/auth/api.ts';
import { projectQuery } from '../../features/projects/api.ts';
import { whenIdle } from '../../lib/code/when-idle.ts';
import { ProjectFailed } from './ProjectFailed.tsx';
import { ProjectPage } from './client/ProjectPage.tsx';
import { ProjectSkeleton } from './ProjectSkeleton.tsx';
import { SharedFile, currentWorkbench, loadWorkbench } from './late-code.ts';

/** The project as a client sees it, and for the freelancer the same page with its tools (specification 2.8). */
export function ProjectDetailScreen() {
  const { t } = useTranslation();
  const { isFreelancer } = useSignedInUser();
  const { id } = useParams();
  const { data: project, error, refetch } = useQuery(projectQuery(Number(id)));
  const [query] = useSearchParams();
  // Pages that were opened without a file open none that is not here.
  const [isShared] = useState(() => query.has(FILE_PARAMETER));
  useDocumentTitle(project?.name ?? t('project.title'));
  useEffect(() => {
    if (isFreelancer) void loadWorkbench();
    // Loaded early, since waiting for it when a text is saved, or arrives, would blank it.
    return whenIdle(() => void loadSanitizer());
  }, [isFreelancer]);

  if (!project && error) return <ProjectFailed error={error} onRetry={() => void refetch()} />;
  if (!project) return <ProjectSkeleton />;
  return (
    <Suspense fallback={<ProjectSkeleton />}>
      {isShared && (
        <Suspense>
          <SharedFile project={project} />
        </Suspense>
      )}
      {/* A cached user may turn out to be of another login, with another role. */}
      <PageOfRole
        key={`${project.id} ${String(isFreelancer)}`}
        isFreelancer={isFreelancer}
        project={project}
      />
    </Suspense>
  );
}

/** The page of one role, chosen once: another component would begin anew. */
function PageOfRole({ isFreelancer, project }: { isFreelancer: boolean; project: Project }) {
  const [Page] = useState(() => (isFreelancer ? currentWorkbench() : ProjectPage));
  return <Page project={project} />;
}
