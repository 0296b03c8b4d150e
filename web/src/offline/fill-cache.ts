import type { QueryClient } from '@tanstack/react-query';
import type { OfflineCopy } from '@vitrin/shared/rules/offline-copy.ts';
import { filesQuery } from './instead/files-api.ts';

/** Puts the files of a copy where the components of the client's page look for them. */
export function fillCache(client: QueryClient, { versions }: Pick<OfflineCopy, 'versions'>): void {
  for (const { id, files } of versions) client.setQueryData(filesQuery(id).queryKey, files);
}
