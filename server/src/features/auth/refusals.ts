import type { Context } from '../../context.ts';
import { ValidationError } from '../../errors.ts';
import type { Visitor } from './auth-state.ts';

/** Passes a refusal on and logs whose account it was about and which fields were wrong, never what stood in them. */
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
