import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { errorText } from '../../components/error-text.ts';
import type { MessageType } from '../../components/FormMessage.tsx';
import { SessionNotKeptError } from '../../features/auth/api.ts';
import { paths } from '../../paths.ts';

/** DECISIONS "/login?error=": text that is no known code is shown as it is, cut to this length. */
const MAX_ERROR_LENGTH = 200;

const KNOWN_ERRORS = [
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
] as const;

/** The sentence above the login form: an error of the address (which is cleaned), an expired session, a failure. */
export function useLoginMessage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const [addressError] = useState(query.get('error'));
  const [failure, setFailure] = useState<string | null>(null);
  const [isCleared, setCleared] = useState(false);

  const inAddress = query.get('error');
  useEffect(() => {
    if (inAddress !== null) void navigate(paths.login, { replace: true });
  }, [inAddress, navigate]);

  const addressText = () => {
    const known = KNOWN_ERRORS.find((code) => code === addressError);
    return known ? t(`auth.social.${known}`) : addressError?.slice(0, MAX_ERROR_LENGTH);
  };

  const isExpired = query.get('sessionExpired') === 'true';
  const fromAddress = isCleared ? null : (addressText() ?? (isExpired ? t('auth.sessionExpired') : null));
  const text = failure ?? fromAddress;
  const type: MessageType = text !== null && text === t('auth.sessionExpired') ? 'info' : 'error';

  return {
    shown: text === null ? null : { type, text },
    clear: () => {
      setFailure(null);
      setCleared(true);
    },
    showText: setFailure,
    showFailure: (error: unknown) =>
      setFailure(
        error instanceof SessionNotKeptError
          ? t('auth.cookiesBlocked')
          : errorText(t, error, t('auth.loginFailed')),
      ),
  };
}
