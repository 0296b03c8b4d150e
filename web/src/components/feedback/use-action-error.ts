import { useCallback } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { errorText } from './error-text.ts';
import { toastError } from './toast.ts';

/**
 * Reports the failure of actions that the specification sends to the console only: logged there, and shown as a toast as well
 * (specification 10.8).
 */
export function useActionError(): (error: unknown, fallback?: string) => void {
  const { t } = useTranslation();
  return useCallback(
    (error, fallback) => {
      console.error(error);
      toastError(errorText(t, error, fallback));
    },
    [t],
  );
}
