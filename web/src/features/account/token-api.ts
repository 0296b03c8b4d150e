import { queryOptions } from '@tanstack/react-query';
import type { Page } from '@vitrin/shared/contract/common.ts';
import type { ProjectPage } from '@vitrin/shared/contract/projects.ts';
import type { CreateToken, NewToken, Token } from '@vitrin/shared/contract/account/tokens.ts';
import { api } from '../../lib/api-client.ts';
import { queryClient } from '../../lib/query-client.ts';
import { confirmed } from './confirmation/confirmed.ts';

const TOKENS = '/tokens/';

/** The tokens of the freelancer, without their texts. */
export const tokensQuery = queryOptions({
  queryKey: ['account', 'tokens'],
  queryFn: async () => (await api<Page<Token>>(TOKENS)).results,
});

/** Projects that a token may be for: the first hundred by name. */
export const tokenProjectsQuery = queryOptions({
  queryKey: ['projects', 'of-tokens'],
  queryFn: async () =>
    (await api<ProjectPage>('/projects/', { query: { limit: '100', ordering: 'name' } })).results.map(
      ({ id, name }) => ({ value: String(id), label: name }),
    ),
});

/** Makes a token; only this answer has its text. */
export async function makeToken(input: CreateToken): Promise<NewToken> {
  const made = await confirmed(() => api<NewToken>(TOKENS, { method: 'POST', body: input }));
  await refresh();
  return made;
}

export async function endToken(id: number): Promise<void> {
  await api(`${TOKENS}${id}/`, { method: 'DELETE' });
  await refresh();
}

async function refresh(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: ['account'] });
}
