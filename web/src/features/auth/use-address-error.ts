import { useEffect, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useLocation, useNavigate, useSearchParams } from 'react-router';

/** An `error` that is no known code is shown as it is, cut to this length (specification 2.2). */
const MAX_ERROR_LENGTH = 200;

const EXPLAINED_ERRORS = [
  'unknown',
  'cancelled',
  'denied',
  'signup_closed',
  'permission_denied',
  'reauthentication_required',
  'connected_other',
  'session_invalid',
  'incomplete',
  'reset_link_invalid',
  'invitation_invalid',
  'invitation_used',
] as const;

/**
 * Message for `?error=`, then removed from the history entry, or null; an invitation gets advice (specification 10.3).
 */
export function useAddressError(): string | null {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { pathname, state } = useLocation() as { pathname: string; state: unknown };
  const [query] = useSearchParams();
  const inAddress = query.get('error');
  const [error] = useState(inAddress);

  useEffect(() => {
    if (inAddress !== null) void navigate(pathname, { replace: true, state });
  }, [inAddress, pathname, state, navigate]);

  const named = EXPLAINED_ERRORS.find((code) => code === error);
  if (named === 'invitation_invalid')
    return `${t(`auth.social.${named}`)} (${t('auth.social.reset_link_invalid')})`;
  return named ? t(`auth.social.${named}`) : (error?.slice(0, MAX_ERROR_LENGTH) ?? null);
}
