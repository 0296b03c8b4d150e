import type { AuthUser, MethodRecord } from '@vitrin/shared/contract/account/auth.ts';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { api, authUrl } from '../../lib/api-client.ts';
import { ApiError } from '../../lib/api-error.ts';
import { queryClient } from '../../lib/query-client.ts';
import { refreshCurrentUser } from '../auth/api.ts';
import { confirmed } from './confirmation/confirmed.ts';

/** Specification 4.9, email address record. */
export type EmailAddress = { email: string; verified: boolean; primary: boolean };

/** Specification 4.11; times in epoch seconds. */
export type AccountSession = {
  id: number | string;
  user_agent: string;
  ip: string;
  created_at: number;
  is_current: boolean;
  last_seen_at?: number;
  /** Steps by which it was signed in and confirmed, the oldest first. */
  methods?: Pick<MethodRecord, 'method' | 'type' | 'provider' | 'uid' | 'at'>[];
};

export type ConnectedAccount = {
  uid: string;
  display: string;
  provider: { id: string; name: string };
  /** Epoch seconds. */
  last_used_at?: number;
};

type Answer<T> = { data: T };
type AddressChange = { method: 'POST' | 'PUT' | 'PATCH' | 'DELETE'; email: string };

export const emailsQuery = queryOptions({
  queryKey: ['account', 'emails'],
  queryFn: async () => (await api<Answer<EmailAddress[]>>(authUrl('account/email'))).data,
});

export const sessionsQuery = queryOptions({
  queryKey: ['account', 'sessions'],
  queryFn: async () => (await api<Answer<AccountSession[]>>(authUrl('auth/sessions'))).data,
});

export const connectedAccountsQuery = queryOptions({
  queryKey: ['account', 'providers'],
  queryFn: async () => (await api<Answer<ConnectedAccount[]>>(authUrl('account/providers'))).data,
});

type SessionUser = Pick<AuthUser, 'has_usable_password' | 'last_uses'>;

/** The account as its session shows it: one made by a social login has no password at first. */
export const sessionUserQuery = queryOptions({
  queryKey: ['account', 'session-user'],
  queryFn: async () => (await api<Answer<{ user: SessionUser }>>(authUrl('auth/session'))).data.user,
});

/** True for an account with a password; one made by a social login has none at first. */
export const hasPasswordQuery = queryOptions({
  ...sessionUserQuery,
  select: ({ has_usable_password }) => has_usable_password,
});

/** POST adds, PUT sends the link again, PATCH makes primary, DELETE removes (specification 4.9). */
export function useChangeAddress() {
  return useMutation({
    mutationFn: ({ method, email }: AddressChange) =>
      confirmed(() =>
        api(authUrl('account/email'), {
          method,
          body: method === 'PATCH' ? { email, primary: true } : { email },
        }),
      ),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: emailsQuery.queryKey });
      await refreshCurrentUser();
    },
    // A 401 here is an exception of specification 3.9, and adding an address answers 409 to guests; the session check
    // finds out whether the session has ended.
    onError: (error) =>
      error instanceof ApiError && [401, 409].includes(error.status) ? refreshCurrentUser() : undefined,
  });
}

/** Ends all other sessions of the user (specification 4.1). */
export function useChangePassword() {
  return useMutation({
    mutationFn: (body: { current_password?: string; new_password: string }) =>
      confirmed(
        () => api(authUrl('account/password/change'), { method: 'POST', body }),
        body.current_password,
      ),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['account'] }),
  });
}

export function useEndSessions() {
  return useMutation({
    mutationFn: (sessions: AccountSession['id'][]) =>
      confirmed(() => api(authUrl('auth/sessions'), { method: 'DELETE', body: { sessions } })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  });
}

export function useDisconnect() {
  return useMutation({
    mutationFn: ({ provider, uid }: ConnectedAccount) =>
      confirmed(() =>
        api(authUrl('account/providers'), {
          method: 'DELETE',
          body: { provider: provider.id, account: uid },
        }),
      ),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: connectedAccountsQuery.queryKey }),
  });
}
