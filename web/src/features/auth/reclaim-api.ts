import type { TakeBackInfo } from '@vitrin/shared/contract/security.ts';
import { api } from '../../lib/api-client.ts';

/** The account that a mailed link takes back. */
export function getTakeBack(key: string): Promise<TakeBackInfo> {
  return api<TakeBackInfo>('/users/take_back/', { query: { key } });
}

export async function takeBack(key: string): Promise<void> {
  await api('/users/take_back/', { method: 'POST', body: { key } });
}
