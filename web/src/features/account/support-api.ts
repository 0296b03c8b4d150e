import { queryOptions } from '@tanstack/react-query';
import type { AskSupport, SupportReceipt, SupportRequest } from '@vitrin/shared/contract/support.ts';
import { api } from '../../lib/api-client.ts';
import { queryClient } from '../../lib/query-client.ts';

const SUPPORT = '/api/support/';

export const supportQuery = queryOptions({
  queryKey: ['support'],
  queryFn: () => api<SupportRequest[]>(SUPPORT),
});

export async function askSupport(question: AskSupport): Promise<SupportReceipt> {
  const receipt = await api<SupportReceipt>(SUPPORT, { method: 'POST', body: question });
  await queryClient.invalidateQueries({ queryKey: supportQuery.queryKey });
  return receipt;
}
