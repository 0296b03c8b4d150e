import { ApiError } from '../../../lib/api-error.ts';
import { confirmPassword } from './confirmation-api.ts';

/**
 * Makes a change that hands the account over (specification 3.19). If the last proof is too old, the user confirms
 * their identity and the change is sent again. A `password` in the form is that proof; a wrong one rejects at
 * `password`.
 */
export async function confirmed<T>(change: () => Promise<T>, password?: string): Promise<T> {
  try {
    return await change();
  } catch (error) {
    if (!(error instanceof ApiError) || !asksForProof(error)) throw error;
    if (password !== undefined && password !== '') await confirmPassword(password);
    else await askToConfirm();
    return change();
  }
}

type Ask = () => Promise<void>;

let ask: Ask | null = null;

/** Gives the dialog that asks for a proof, as long as the screen that has it is shown; returns how to take it away. */
export function askBy(dialog: Ask): () => void {
  ask = dialog;
  return () => {
    if (ask === dialog) ask = null;
  };
}

/** Resolves once the person has confirmed that it is them; rejects when they close the dialog. */
export async function askToConfirm(): Promise<void> {
  if (!ask) throw new Error('No screen that asks for a proof is shown');
  await ask();
}

/** The authentication API says it by 401 with a user, all others by a code. */
function asksForProof({ status, data }: ApiError): boolean {
  const body = (data ?? {}) as { code?: unknown; meta?: { is_authenticated?: unknown } };
  if (status === 401) return body.meta?.is_authenticated === true;
  return status === 403 && body.code === 'reauthenticate';
}
