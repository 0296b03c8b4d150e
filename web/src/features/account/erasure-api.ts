import type { AskErasure, Erasure } from '@vitrin/shared/contract/account/erasures.ts';
import { useMutation } from '@tanstack/react-query';
import { api } from '../../lib/api-client.ts';
import { queryClient } from '../../lib/query-client.ts';
import { refreshCurrentUser } from '../auth/api.ts';
import { confirmed } from './confirmation/confirmed.ts';

const ERASURE = '/account/erasure/';

/** Asks for the deletion of the own account (specification 3.15). */
export function askErasure(proof: AskErasure): Promise<Erasure> {
  return confirmed(() => api<Erasure>(ERASURE, { method: 'POST', body: proof }), proof.password);
}

/** Reloads the user and the account screen, such as its security events, which the deletion changes. */
export async function refreshAccount(): Promise<void> {
  await Promise.all([refreshCurrentUser(), queryClient.invalidateQueries({ queryKey: ['account'] })]);
}

export function useKeepAccount() {
  return useMutation({
    mutationFn: () => api<undefined>(ERASURE, { method: 'DELETE' }),
    onSettled: refreshAccount,
  });
}
