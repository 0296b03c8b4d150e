import type { Project } from '@vitrin/shared/contract/projects.ts';
import { type ComponentType, lazy } from 'react';
import { filesQuery } from '../../features/files/api.ts';
import { FILE_PARAMETER, VERSION_PARAMETER } from '../../features/files/use-open-file.ts';
import { loadReader } from '../../features/files/viewer/documents/late-reader.ts';
import { loadViewer } from '../../features/files/viewer/late-viewer.ts';
import { loadWithTexts } from '../../i18n/i18n.ts';
import { queryClient } from '../../lib/query-client.ts';

type Workbench = ComponentType<{ project: Project }>;

let loaded: Workbench | null = null;

/** Loads the freelancer's page of a project. Everything that changes something is left out of the client's page. */
export async function loadWorkbench(): Promise<Workbench> {
  const { ProjectWorkbench } = await loadWithTexts(
    ['arranging', 'projects'],
    () => import('./ProjectWorkbench.tsx'),
  );
  loaded = ProjectWorkbench;
  return loaded;
}

/** Loads what shows the file that the page's address opens, beside the page instead of after it. */
export async function loadOpenedFile(): Promise<void> {
  // The server's process has no address, and no viewer to load.
  if (typeof document === 'undefined') return;
  const query = new URLSearchParams(location.search);
  const [file, version] = [FILE_PARAMETER, VERSION_PARAMETER].map((name) => Number(query.get(name)));
  if (!file) return;
  const cached = queryClient.getQueryData(filesQuery(version ?? 0).queryKey);
  const isDocument = cached?.find(({ id }) => id === file)?.kind === 'pdf';
  await Promise.all([loadViewer(), isDocument ? loadReader() : null]);
}

const LateWorkbench = lazy(async () => ({ default: await loadWorkbench() }));

/** Follows a shared address. */
export const SharedFile = lazy(async () => ({
  default: (await loadWithTexts(['tools'], () => import('./SharedFile.tsx'))).SharedFile,
}));

/** The page itself where it is loaded: React leaves a page of the server dead where it has to wait for code. */
export function currentWorkbench(): Workbench {
  return loaded ?? LateWorkbench;
}
