import type { KeepInfo } from '@vitrin/shared/contract/account/erasures.ts';
import { api } from '../../lib/api-client.ts';

export function getKeepInfo(key: string): Promise<KeepInfo> {
  return api<KeepInfo>('/users/keep_account/', { query: { key } });
}

export function keepByLink(key: string): Promise<KeepInfo> {
  return api<KeepInfo>('/users/keep_account/', { method: 'POST', body: { key } });
}
