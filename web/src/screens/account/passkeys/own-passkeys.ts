import type { Passkey } from '@vitrin/shared/contract/account/passkeys.ts';
import { api, authUrl } from '../../../lib/api-client.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { addPasskey } from '../../../features/auth/passkeys/ceremonies.ts';
import { confirmed } from '../../../features/account/confirmation/confirmed.ts';

const PASSKEYS = authUrl('account/authenticators/webauthn');

/** Makes a passkey on this device; null when the person closes the browser's question. */
export async function addConfirmedPasskey(): Promise<Passkey | null> {
  const added = await confirmed(addPasskey);
  await refresh();
  return added;
}

export async function renamePasskey(id: number, name: string): Promise<void> {
  await confirmed(() => api(PASSKEYS, { method: 'PUT', body: { id, name } }));
  await refresh();
}

export async function removePasskey(id: number): Promise<void> {
  await confirmed(() => api(PASSKEYS, { method: 'DELETE', body: { authenticators: [id] } }));
  await refresh();
}

async function refresh(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: ['account'] });
}
