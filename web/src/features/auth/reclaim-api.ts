import type { ReclaimInfo } from '@vitrin/shared/contract/account/security.ts';
import { api } from '../../lib/api-client.ts';

/** The account that a mailed link takes back. */
export function getReclaimInfo(key: string): Promise<ReclaimInfo> {
  return api<ReclaimInfo>('/users/take_back/', { query: { key } });
}

export async function reclaimAccount(key: string): Promise<void> {
  await api('/users/take_back/', { method: 'POST', body: { key } });
}
