import { useCallback } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { errorText } from './error-text.ts';
import { toastError } from './toast.ts';

/** Logs failures that the specification sends to the console only, and shows them as a toast (specification 10.8). */
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
