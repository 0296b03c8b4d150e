import { queryOptions } from '@tanstack/react-query';
import type { Page } from '@vitrin/shared/contract/common.ts';
import type {
  CreateEndpoint,
  Endpoint,
  EndpointDelivery,
  NewEndpoint,
  UpdateEndpoint,
} from '@vitrin/shared/contract/endpoints.ts';
import { api } from '../../lib/api-client.ts';
import { serverNow } from '../../lib/clock/server-clock.ts';
import { queryClient } from '../../lib/query-client.ts';
import { confirmed } from './confirmation/confirmed.ts';

const ENDPOINTS = '/endpoints/';
const KEY = ['account', 'webhooks'];
/** While a message is on its way, its log is read anew. */
const WATCH_MILLISECONDS = 2000;
/** A message that waits for longer is not watched. */
const SOON_MILLISECONDS = 60_000;

/** The webhooks of the freelancer, without their secrets. */
export const webhooksQuery = queryOptions({
  queryKey: KEY,
  queryFn: async () => (await api<Page<Endpoint>>(ENDPOINTS)).results,
});

/** The latest messages of a webhook, the newest first. */
export const webhookLogQuery = (id: number) =>
  queryOptions({
    queryKey: [...KEY, id, 'log'],
    queryFn: async () => (await api<Page<EndpointDelivery>>(`${ENDPOINTS}${id}/deliveries/`)).results,
    refetchInterval: ({ state }) => (state.data?.some(isUnderWay) ? WATCH_MILLISECONDS : false),
  });

function isUnderWay({ state, next_at }: EndpointDelivery): boolean {
  return state === 'waiting' && next_at !== null && Date.parse(next_at) < serverNow() + SOON_MILLISECONDS;
}

/** Makes a webhook; only this answer has its secret. */
export async function makeWebhook(input: CreateEndpoint): Promise<NewEndpoint> {
  const made = await confirmed(() => api<NewEndpoint>(ENDPOINTS, { method: 'POST', body: input }));
  await refresh();
  return made;
}

export async function changeWebhook(id: number, input: UpdateEndpoint): Promise<void> {
  await api(`${ENDPOINTS}${id}/`, { method: 'PATCH', body: input });
  await refresh();
}

export async function rotateWebhook(id: number): Promise<NewEndpoint> {
  const made = await confirmed(() => api<NewEndpoint>(`${ENDPOINTS}${id}/rotate/`, { method: 'POST' }));
  await refresh();
  return made;
}

export async function deleteWebhook(id: number): Promise<void> {
  await api(`${ENDPOINTS}${id}/`, { method: 'DELETE' });
  await refresh();
}

export async function testWebhook(id: number): Promise<void> {
  await api(`${ENDPOINTS}${id}/test/`, { method: 'POST' });
  await refresh();
}

export async function sendAgain(id: number, delivery: number): Promise<void> {
  await api(`${ENDPOINTS}${id}/deliveries/${delivery}/send/`, { method: 'POST' });
  await refresh();
}

async function refresh(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: KEY });
}
