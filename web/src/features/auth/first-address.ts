import type { Page } from '@vitrin/shared/contract/common.ts';
import type { Project } from '@vitrin/shared/contract/projects.ts';
import { api } from '../../lib/api-client.ts';
import { paths } from '../../paths.ts';

/** The screen for a client after a login: the project, if there is exactly one, else the list or `otherwise`. */
export async function firstAddressOfCustomer(otherwise: string = paths.projects): Promise<string> {
  try {
    const { count, results } = await api<Page<Project>>('/projects/', { query: { limit: 2 } });
    const [only] = results;
    return count === 1 && only ? paths.project(only.id) : otherwise;
  } catch {
    // The other screen shows the error and a way to try again.
    return otherwise;
  }
}
