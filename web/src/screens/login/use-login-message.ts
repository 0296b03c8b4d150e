import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { MessageType } from '../../components/forms/FormMessage.tsx';
import { authFailureText } from '../../features/auth/failure-text.ts';
import { useAddressError } from '../../features/auth/use-address-error.ts';

type Message = { type: MessageType; text: string };

/** The sentence above the login form: an error of the address, an expired session, or a failure. */
export function useLoginMessage() {
  const { t } = useTranslation();
  const [query] = useSearchParams();
  const addressError = useAddressError();
  const [failure, setFailure] = useState<string | null>(null);
  const [isAddressDone, setAddressDone] = useState(false);
  const isExpired = query.get('sessionExpired') === 'true';

  const fromAddress = (): Message | null => {
    if (isAddressDone) return null;
    if (addressError !== null) return { type: 'error', text: addressError };
    return isExpired ? { type: 'info', text: t('auth.sessionExpired') } : null;
  };

  return {
    shown: failure === null ? fromAddress() : { type: 'error' as const, text: failure },
    /** Before another try: what was said belongs to the last one. */
    clear: () => {
      setFailure(null);
      setAddressDone(true);
    },
    showText: setFailure,
    showFailure: (error: unknown) => setFailure(authFailureText(t, error, t('auth.loginFailed'))),
  };
}
