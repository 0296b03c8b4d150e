import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Navigate } from 'react-router';
import { useDocumentTitle } from '../../components/use-document-title.ts';
import { TokenCheck } from '../../features/auth/TokenCheck.tsx';
import { pendingSignupQuery } from '../../features/auth/provider-api.ts';
import { ApiError } from '../../lib/api-error.ts';
import { paths } from '../../paths.ts';
import { ProviderSignupForm } from './ProviderSignupForm.tsx';

/** account/provider/signup: the last step of a first social login; without a pending one it redirects. */
export function ProviderSignupScreen() {
  const { t } = useTranslation();
  const pending = useQuery({ ...pendingSignupQuery, retry: false });
  useDocumentTitle(t('auth.freelancerSignup'));
  if (pending.data) return <ProviderSignupForm />;
  if (pending.error instanceof ApiError && pending.error.status < 500)
    return <Navigate to={paths.login} replace />;
  return <TokenCheck error={pending.error} onRetry={() => void pending.refetch()} />;
}
