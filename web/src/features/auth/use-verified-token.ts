import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { ApiError } from '../../lib/api-error.ts';
import { paths } from '../../paths.ts';
import { verifyToken } from './password-api.ts';

/** The token of the address and whom it is for; a bad one goes to /login with the sentence that says so (SPEC 4). */
export function useVerifiedToken() {
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const token = query.get('token') ?? '';
  const check = useQuery({
    queryKey: ['reset-token', token],
    queryFn: () => verifyToken(token),
    retry: false,
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });

  const isRefused = check.error instanceof ApiError && [400, 404].includes(check.error.status);
  useEffect(() => {
    if (isRefused) void navigate(paths.loginError('reset_link_invalid'), { replace: true });
  }, [isRefused, navigate]);

  return {
    token,
    username: check.data?.username,
    error: isRefused ? null : check.error,
    retry: check.refetch,
  };
}
