import type { Page } from '@vitrin/shared/contract/common.ts';
import type { Project } from '@vitrin/shared/contract/projects.ts';
import { api } from '../../lib/api-client.ts';
import { paths } from '../../paths.ts';

/** The screen for a client after the first login: the project, if there is exactly one, else the list. */
export async function firstAddressOfCustomer(): Promise<string> {
  try {
    const { count, results } = await api<Page<Project>>('/projects/', { query: { limit: 2 } });
    const [only] = results;
    return count === 1 && only ? paths.project(only.id) : paths.projects;
  } catch {
    // The list shows the error and a way to try again.
    return paths.projects;
  }
}
