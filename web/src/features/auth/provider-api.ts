import { queryOptions, useMutation } from '@tanstack/react-query';
import { api, authUrl, csrfToken } from '../../lib/api-client.ts';
import { paths } from '../../paths.ts';
import { enterSession } from './sign-in-api.ts';

export type Provider = { id: string; name: string };
type AuthConfig = { data: { socialaccount?: { providers: Provider[] } } };
export type PendingSignup = {
  data: { user: { username?: string; email?: string }; account: { provider: Provider } };
};

/** Identity providers of this installation; none when not configured. */
export const providersQuery = queryOptions({
  queryKey: ['auth-providers'],
  queryFn: async () => (await api<AuthConfig>(authUrl('config'))).data.socialaccount?.providers ?? [],
  staleTime: Infinity,
});

/** Posts a form to the provider (specification 4.10), for a `login` or a `connect`; rejects without a CSRF token. */
export async function goToProvider(provider: string, process: 'login' | 'connect'): Promise<void> {
  const token = await csrfToken();
  if (token === '') throw new Error('No CSRF token');
  const callback = process === 'login' ? paths.providerCallback : paths.account;
  const form = document.createElement('form');
  form.method = 'POST';
  form.action = authUrl('auth/provider/redirect');
  const fields = { provider, process, callback_url: location.origin + callback, csrfmiddlewaretoken: token };
  for (const [name, value] of Object.entries(fields)) {
    const input = document.createElement('input');
    Object.assign(input, { type: 'hidden', name, value });
    form.append(input);
  }
  document.body.append(form);
  form.submit();
}

/** A new person's data from the provider, and a username to take. */
export const pendingSignupQuery = queryOptions({
  queryKey: ['provider-signup'],
  queryFn: async () => (await api<PendingSignup>(authUrl('auth/provider/signup'))).data,
  staleTime: 0,
});

export function useProviderSignup() {
  return useMutation({
    mutationFn: async (input: { username: string; email?: string }) => {
      await api(authUrl('auth/provider/signup'), { method: 'POST', body: input });
      return enterSession();
    },
  });
}
