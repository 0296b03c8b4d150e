import type { ApiError } from '../../../lib/api-error.ts';
import { AccountNotLoadedError, enterSession, SessionNotKeptError } from '../sign-in-api.ts';
import { useGoOn } from '../use-go-on.ts';

/** Continues after a 409, since a session exists already, perhaps by another tab; resolves to null or the error. */
export function useJoinSession() {
  const goOn = useGoOn();
  return async (conflict: ApiError): Promise<unknown> => {
    try {
      await enterSession();
      await goOn();
      return null;
    } catch (error) {
      return error instanceof SessionNotKeptError
        ? conflict
        : new AccountNotLoadedError('', { cause: error });
    }
  };
}
