import { queryOptions } from '@tanstack/react-query';
import type {
  ArchiveExport,
  ArchiveImports,
  ImportedReceipts,
  CurrentExport,
} from '@vitrin/shared/contract/archives.ts';
import { api } from '../../lib/api-client.ts';

const ASK_MILLISECONDS = 1500;

/** Address of the archive: the browser downloads and resumes it by itself. */
export const ARCHIVE_ADDRESS = '/api/export/archive/';

/** The archive of everything; asked for again until it is made. */
export const exportQuery = queryOptions({
  queryKey: ['account', 'export'],
  queryFn: () => api<CurrentExport>('/export/'),
  refetchInterval: ({ state }) => (state.data?.export?.state === 'making' ? ASK_MILLISECONDS : false),
});

export function beginExport(): Promise<ArchiveExport> {
  return api<ArchiveExport>('/export/', { method: 'POST' });
}

/** Imported archives; polled while one is being checked or imported. */
export const importsQuery = queryOptions({
  queryKey: ['account', 'imports'],
  queryFn: () => api<ArchiveImports>('/imports/'),
  refetchInterval: ({ state }) =>
    state.data?.results.some((each) => each.state === 'checking' || each.state === 'bringing')
      ? ASK_MILLISECONDS
      : false,
});

/** Receipts that came along with a project from another installation. */
export const importedReceiptsQuery = (projectId: number) =>
  queryOptions({
    queryKey: ['brought-receipts', projectId],
    queryFn: () => api<ImportedReceipts>(`/projects/${projectId}/brought-receipts/`),
  });

export function runImport(id: string, again: boolean): Promise<void> {
  return api<void>(`/imports/${id}/bring/`, { method: 'POST', body: { again } });
}

/** Discards an archive that was found good. */
export function dropImport(id: string): Promise<void> {
  return api<void>(`/imports/${id}/`, { method: 'DELETE' });
}

export function dropSending(id: string): Promise<void> {
  return api<void>(`/uploads/${id}/`, { method: 'DELETE', headers: { 'Tus-Resumable': '1.0.0' } });
}
