import type { Context } from '../../context.ts';
import { ValidationError } from '../../errors.ts';
import type { Visitor } from './auth-state.ts';
import { recordEvent } from './security/events.ts';

/** Rethrows a refusal and logs its account and the names of wrong fields, never their values. */
export async function logRefusal<T>(
  { log }: Pick<Context, 'log'>,
  { ip }: Pick<Visitor, 'ip'>,
  userId: number,
  message: string,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ValidationError)
      log.info({ user: userId, ip, fields: Object.keys(error.fields) }, message);
    throw error;
  }
}

/** Rethrows a refusal and records it for the account's owner, since the transaction it happened in is rolled back. */
export async function recordRefusal<T>(
  context: Context,
  visitor: Visitor,
  userId: number,
  event: {
    kind: 'address_change_refused' | 'identity_disconnect_refused' | 'password_change_refused';
    detail?: string;
  },
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ValidationError) await recordEvent(context, userId, event, visitor);
    throw error;
  }
}
