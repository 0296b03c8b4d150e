import { queryOptions } from '@tanstack/react-query';
import type { Legal } from '@vitrin/shared/contract/payments/legal.ts';
import type { Language } from '@vitrin/shared/contract/users.ts';
import { API_BASE, api } from '../../lib/api-client.ts';

/** The company behind the installation and its texts in a language (specification 7.13). */
export const legalQuery = (language: Language) =>
  queryOptions({
    queryKey: ['legal', language],
    queryFn: () => api<Legal>('/legal/', { query: { language } }),
  });

/** Address of the page of a text. */
export function legalPageUrl(name: string, language: Language): string {
  return `${API_BASE}/legal/${name}/?language=${language}`;
}
