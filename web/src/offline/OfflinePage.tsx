import '@mantine/core/styles.layer.css';
import '../layout/preferences/controls.css';
import type { OfflineCopy } from '@vitrin/shared/rules/offline-copy.ts';
import { useDocumentTitle } from '../components/use-document-title.ts';
import { ProjectPage } from '../screens/project-detail/client/ProjectPage.tsx';
import { OfflineShell } from './OfflineShell.tsx';

/** A project's page in a folder of its own: the client's page by the same components, beside its files. */
export function OfflinePage({ copy }: { copy: OfflineCopy }) {
  const { project, face, takenAt } = copy;
  useDocumentTitle(project.name);
  return (
    <OfflineShell face={face} takenAt={takenAt}>
      <ProjectPage project={project} />
    </OfflineShell>
  );
}
