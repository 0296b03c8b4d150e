import { useTranslation } from '../../i18n/use-translation.ts';
import { useSearchParams } from 'react-router';
import type { Message } from '../../components/forms/FormMessage.tsx';
import { useAddressError } from '../../features/auth/use-address-error.ts';

/** The message for the reason in the address: a failed social login, or an expired session. */
export function useAddressMessage(): Message | null {
  const { t } = useTranslation();
  const [query] = useSearchParams();
  const error = useAddressError();
  if (error !== null) return { type: 'error', text: error };
  const isExpired = query.get('sessionExpired') === 'true';
  return isExpired ? { type: 'info', text: t('auth.sessionExpired') } : null;
}
