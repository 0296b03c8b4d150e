import type { Project } from '@vitrin/shared/contract/projects.ts';
import { type ComponentType, lazy } from 'react';
import { loadWithTexts } from '../../i18n/i18n.ts';

type Workbench = ComponentType<{ project: Project }>;

let loaded: Workbench | null = null;

/** Loads the freelancer's page of a project. Everything that changes something is left out of the client's page. */
export async function loadWorkbench(): Promise<Workbench> {
  const { ProjectWorkbench } = await loadWithTexts(['projects'], () => import('./ProjectWorkbench.tsx'));
  loaded = ProjectWorkbench;
  return loaded;
}

const LateWorkbench = lazy(async () => ({ default: await loadWorkbench() }));

/** Follows an address that somebody shared. */
export const SharedFile = lazy(async () => ({
  default: (await loadWithTexts(['tools'], () => import('./SharedFile.tsx'))).SharedFile,
}));

/** The page itself where it is loaded: React leaves a page of the server dead where it has to wait for code. */
export function currentWorkbench(): Workbench {
  return loaded ?? LateWorkbench;
}
