import { queryOptions } from '@tanstack/react-query';
import type { Page } from '@vitrin/shared/contract/common.ts';
import type { ListedFile, ProjectFile } from '@vitrin/shared/contract/files.ts';
import { API_BASE, api } from '../../lib/api-client.ts';
import { ApiError } from '../../lib/api-error.ts';
import { queryClient } from '../../lib/query-client.ts';
import { refreshCurrentUser } from '../auth/api.ts';
import { refreshProjects } from '../projects/api.ts';
import { createThumbnailWatch } from './grid/fresh-thumbnails.ts';

const filesKey = (versionId: number) => ['files', versionId] as const;

const thumbnailWatch = createThumbnailWatch();

/** Age in milliseconds after which the list is loaded again when the reader comes back to the page. */
const FRESH_MS = 60_000;

/** Versions that are being deleted: their files are still shown, but the server may not know them any more. */
const heldVersions = new Set<number>();

/** Stops reloading the files of these versions, whatever asks for it, until the returned function is called. */
export function holdFiles(versionIds: readonly number[]): () => void {
  for (const id of versionIds) {
    heldVersions.add(id);
    void queryClient.cancelQueries({ queryKey: filesKey(id) });
  }
  return () => versionIds.forEach((id) => heldVersions.delete(id));
}

/**
 * Files of a version, loaded when first opened; uploads, deletes and a page shown again reload them (specification
 * 2.8).
 */
export const filesQuery = (versionId: number) =>
  queryOptions({
    queryKey: filesKey(versionId),
    queryFn: async ({ signal }) => {
      const shown = queryClient.getQueryData<ProjectFile[]>(filesKey(versionId));
      if (shown && heldVersions.has(versionId)) return shown;
      return (await api<Page<ProjectFile>>('/files/', { query: { version: versionId }, signal })).results;
    },
    gcTime: Infinity,
    refetchInterval: ({ state }) => thumbnailWatch(state.data ?? []),
    refetchOnWindowFocus: ({ state }) => (Date.now() - state.dataUpdatedAt > FRESH_MS ? 'always' : false),
  });

/** Files that a caption finds, at most `limit`. */
export const captionedFilesQuery = (search: string, limit: number) =>
  queryOptions({
    queryKey: ['captioned-files', search, limit],
    queryFn: async ({ signal }) =>
      (await api<Page<ListedFile>>('/files/', { query: { search, limit }, signal })).results,
  });

/** Address of a version as one zip: of all its files, or of those with these ids. */
export function zipUrl(versionId: number, files?: readonly number[]): string {
  const chosen = files ? `&files=${files.join(',')}` : '';
  return `${API_BASE}/versions/${versionId}/zip/?download=1${chosen}`;
}

/** Resolves when an address answers, for frames without error events and for zips that wait for checksums (409). */
export async function expectAnswer(url: string): Promise<void> {
  await api<void>(url, { method: 'HEAD' });
}

/** Resolves once a download could begin, without its bytes. Rejects with ApiError; a 409 tells the progress. */
export async function expectReady(url: string): Promise<void> {
  try {
    // A success answers 304: unlike with HEAD, a refusal has a sentence.
    await api<void>(url, { headers: { 'If-None-Match': '*' } });
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 304)) throw error;
  }
}

/** Reloads the lists of versions after uploads, the counts of their projects, and the storage numbers. */
export function refreshFiles(versionIds: Iterable<number>): void {
  for (const versionId of versionIds) void queryClient.invalidateQueries({ queryKey: filesKey(versionId) });
  void refreshProjects();
  void refreshCurrentUser();
}
