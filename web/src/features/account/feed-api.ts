import { queryOptions } from '@tanstack/react-query';
import type { FeedAnswer, NewFeed } from '@vitrin/shared/contract/calendars.ts';
import { api } from '../../lib/api-client.ts';
import { queryClient } from '../../lib/query-client.ts';
import { confirmed } from './confirmation/confirmed.ts';

const FEED = '/api/account/feed/';

/** The secret address of calendar and feed, without its secret; null where there is none. */
export const feedQuery = queryOptions({
  queryKey: ['account', 'feed'],
  queryFn: async () => (await api<FeedAnswer>(FEED)).feed,
});

/** Makes an address in the place of an earlier one; only this answer has it. */
export async function makeFeed(): Promise<NewFeed> {
  const made = await confirmed(() => api<NewFeed>(FEED, { method: 'POST', body: {} }));
  await refresh();
  return made;
}

export async function endFeed(): Promise<void> {
  await api(FEED, { method: 'DELETE' });
  await refresh();
}

async function refresh(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: ['account'] });
}
