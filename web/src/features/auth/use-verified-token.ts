import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { ApiError } from '../../lib/api-error.ts';
import { paths } from '../../paths.ts';
import { usernameIn } from './username-in-state.ts';
import { passwordLinkQuery } from './passwords/password-link-query.ts';

/** The token in the address and its user; a bad token redirects to /login with a message (specification 2.4). */
export function useVerifiedToken() {
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const isInvitation = useLocation().pathname.toLowerCase().startsWith(paths.customerRegister);
  const token = query.get('token') ?? '';
  const check = useQuery(passwordLinkQuery(token));

  const status = check.error instanceof ApiError ? check.error.status : null;
  const refusal = check.error instanceof ApiError ? check.error.data : null;
  const isUsed = status === 410;
  const isRefused = isUsed || status === 400 || status === 404;
  useEffect(() => {
    if (!isRefused) return;
    const reason = isUsed ? 'invitation_used' : isInvitation ? 'invitation_invalid' : 'reset_link_invalid';
    // The answer says the username of a link of ours that has not expired, and of no other.
    void navigate(paths.loginError(reason), { replace: true, state: { username: usernameIn(refusal) } });
  }, [isInvitation, isRefused, isUsed, navigate, refusal]);

  return {
    link: check.data,
    error: isRefused ? null : check.error,
    retry: check.refetch,
  };
}
