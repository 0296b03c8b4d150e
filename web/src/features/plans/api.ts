import { queryOptions } from '@tanstack/react-query';
import type { Page } from '@vitrin/shared/contract/common.ts';
import type { Plan } from '@vitrin/shared/contract/plans.ts';
import { api } from '../../lib/api-client.ts';

/** Plans in the reader's language and currency; a language switch reloads them (specification 8.2). */
export const plansQuery = queryOptions({
  queryKey: ['plans'],
  queryFn: async () => (await api<Page<Plan>>('/subscription_plans/')).results,
});
