import type { QueryClient } from '@tanstack/react-query';
import { ApiError } from '../api-error.ts';
import { loadCode } from '../code/load-code.ts';

/** Shows the bar of banner.ts once a change is refused because nothing can be changed; returns how to stop. */
export function followRefusals(client: QueryClient): () => void {
  return client.getMutationCache().subscribe(({ mutation }) => noteRefusal(mutation?.state.error));
}

/** Shows the bar where a failure is such a refusal; for what is no mutation, such as an upload. */
export function noteRefusal(error: unknown): void {
  if (isReadOnly(error)) void showBar();
}

async function showBar(): Promise<void> {
  const { showReadOnly } = await loadCode(() => import('./banner.ts'));
  showReadOnly();
}

function isReadOnly(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.status !== 503) return false;
  const { data } = error;
  return typeof data === 'object' && data !== null && 'code' in data && data.code === 'read_only';
}
