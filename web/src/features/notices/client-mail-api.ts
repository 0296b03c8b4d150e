import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query';
import type { MailPreview, ReadyMessage, VersionNotices } from '@vitrin/shared/contract/notices.ts';
import type { Version } from '@vitrin/shared/contract/versions.ts';
import { api } from '../../lib/api-client.ts';
import { queryClient } from '../../lib/query-client.ts';

/** Polling interval for the outcome of a mail that is about to be sent. */
const ASK_MS = 10_000;

/** Links are missing in answers of earlier releases. */
type Parts = Pick<Version, 'file_count'> & Partial<Pick<Version, 'links'>>;

/** Query of the notices that a version's client got; refetched when files or links come, and while a mail is on its way. */
export const versionNoticesQuery = (version: Parts & Pick<Version, 'id'>) =>
  queryOptions({
    queryKey: [...keyOf(version.id), countWork(version)],
    queryFn: ({ signal }) => api<VersionNotices>(`/versions/${version.id}/notices/`, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) =>
      [data?.ready, data?.reminder].some((mail) => mail?.state === 'waiting' || mail?.state === 'leaving')
        ? ASK_MS
        : false,
  });

/** Number of files and links of a version: without any its client is not told. */
export function countWork({ file_count, links = [] }: Parts): number {
  return file_count + links.length;
}

/** Below the key of all looks, so that a client who opens the version changes what may be sent. */
function keyOf(versionId: number) {
  return ['analytics', 'notices', versionId];
}

/** Notifies the client of a version at once, or reminds them of it. */
export function useClientMail(versionId: number, what: 'tell' | 'reminder') {
  return useMutation({
    mutationFn: () => api<VersionNotices>(`/versions/${versionId}/${what}/`, { method: 'POST', body: {} }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: keyOf(versionId) }),
  });
}

/** The reminder as it would go. */
export const reminderQuery = (versionId: number) =>
  queryOptions({
    queryKey: ['reminder', versionId],
    queryFn: ({ signal }) => api<MailPreview>(`/versions/${versionId}/reminder/`, { signal }),
    staleTime: 0,
  });

/** A message with a link, which may end with its first use, so it is always a fresh one. */
export const messageQuery = (versionId: number) =>
  queryOptions({
    queryKey: ['message', versionId],
    queryFn: ({ signal }) => api<ReadyMessage>(`/versions/${versionId}/message/`, { signal }),
    staleTime: 0,
    gcTime: 0,
  });
