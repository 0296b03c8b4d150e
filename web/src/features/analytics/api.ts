import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Analytics, AnalyticsDays } from '@vitrin/shared/contract/figures/analytics.ts';
import type { LookPage } from '@vitrin/shared/contract/figures/looks.ts';
import type {
  ActivityPage,
  FileReceivers,
  VersionReceivers,
} from '@vitrin/shared/contract/figures/activity.ts';
import { api } from '../../lib/api-client.ts';

/** A freelancer's numbers; `days` is the range of the activity. */
export const analyticsQuery = (days: AnalyticsDays) =>
  queryOptions({
    queryKey: ['analytics', days],
    queryFn: ({ signal }) => api<Analytics>('/analytics/', { query: { days }, signal }),
    placeholderData: keepPreviousData,
  });

export const looksQuery = (page: number) =>
  queryOptions({
    queryKey: ['analytics', 'looks', page],
    queryFn: ({ signal }) =>
      api<LookPage>('/analytics/looks/', { query: { page: page > 1 ? page : undefined }, signal }),
    placeholderData: keepPreviousData,
  });

export const activityQuery = (projectId: number, page: number) =>
  queryOptions({
    queryKey: ['analytics', 'activity', projectId, page],
    queryFn: ({ signal }) =>
      api<ActivityPage>(`/projects/${projectId}/activity/`, {
        query: { page: page > 1 ? page : undefined },
        signal,
      }),
    placeholderData: keepPreviousData,
  });

/** Readers and downloads of a version, and its files that are still unopened. */
export const versionReceiversQuery = (versionId: number) =>
  queryOptions({
    queryKey: ['analytics', 'receivers', versionId],
    queryFn: ({ signal }) => api<VersionReceivers>(`/versions/${versionId}/receivers/`, { signal }),
  });

/** Views of a link: it has no downloads or plays. */
export type Receivers = Pick<FileReceivers, 'seen_by'> & Partial<FileReceivers>;

/** Query of the views, plays and downloads of a file, a version or a link by customer. */
export const receiversQuery = (of: 'files' | 'versions' | 'links', id: number) =>
  queryOptions({
    queryKey: ['analytics', 'receivers', of, id],
    queryFn: ({ signal }) => api<Receivers>(`/${of}/${id}/receivers/`, { signal }),
  });
