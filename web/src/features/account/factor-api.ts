import { queryOptions } from '@tanstack/react-query';
import type { Authenticator, RecoveryCodes } from '@vitrin/shared/contract/account/factors.ts';
import { api, authUrl } from '../../lib/api-client.ts';
import { ApiError } from '../../lib/api-error.ts';
import { queryClient } from '../../lib/query-client.ts';
import { confirmed } from './confirmation/confirmed.ts';

const TOTP = authUrl('account/authenticators/totp');
const CODES = authUrl('account/authenticators/recovery-codes');

/** The second factors of the account; none where logins have one step. */
export const authenticatorsQuery = queryOptions({
  queryKey: ['account', 'authenticators'],
  queryFn: async () => (await api<{ data: Authenticator[] }>(authUrl('account/authenticators'))).data,
});

type TotpSetup = { secret: string; totp_url: string };

/** The key to set an app up with; the server sends it with 404, since there is no app yet. */
export const totpSetupQuery = queryOptions({
  queryKey: ['account', 'totp-setup'],
  queryFn: async () => {
    try {
      await api(TOTP);
    } catch (error) {
      const body = error instanceof ApiError ? (error.data as { meta?: TotpSetup }) : undefined;
      if (body?.meta) return body.meta;
      throw error;
    }
    throw new Error('There is an app already');
  },
  gcTime: 0,
  staleTime: Infinity,
});

/** This page shows the recovery codes of the answer, so that the server keeps no copy for a second one. */
const SHOWN_HERE = { keep_codes: false };

/** Turns the second step on; resolves to the recovery codes, which are shown this once. */
export async function activateTotp(code: string): Promise<string[]> {
  const { meta } = await confirmed(() =>
    api<{ meta: { recovery_codes: string[] } }>(TOTP, { method: 'POST', body: { code, ...SHOWN_HERE } }),
  );
  await refresh();
  return meta.recovery_codes;
}

export async function removeTotp(): Promise<void> {
  await confirmed(() => api(TOTP, { method: 'DELETE' }));
  await refresh();
}

/** Replaces the recovery codes; resolves to the new ones, which are shown this once. */
export async function renewRecoveryCodes(): Promise<string[]> {
  const { data } = await confirmed(() =>
    api<{ data: RecoveryCodes }>(CODES, { method: 'POST', body: SHOWN_HERE }),
  );
  await refresh();
  return data.unused_codes;
}

async function refresh(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: ['account'] });
}
