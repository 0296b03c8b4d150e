import type { ApiError } from '../../../lib/api-error.ts';
import { AccountNotLoadedError, enterSession, SessionNotKeptError } from '../sign-in-api.ts';
import { useGoOn } from '../use-go-on.ts';

/**
 * For a 409: a user is signed in already, perhaps in another tab, and while that session lives there is nothing to log in to.
 * Resolves to null after going on, else to the error to show.
 */
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
