import { Group, Loader, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useNavigate, useSearchParams } from 'react-router';
import { useDocumentTitle } from '../../components/use-document-title.ts';
import { AuthColumn } from '../../features/auth/AuthColumn.tsx';
import { isServedByServer } from '../../features/auth/sessions/cached-user.ts';
import { noteVerificationMail } from '../../features/auth/email-api.ts';
import { completeProviderLogin } from './complete-provider-login.ts';

/** Return of a social login (specification 2.1): continues to the product, a pending step or the login. */
export function ProviderCallbackScreen() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const error = query.get('error');
  useDocumentTitle(t('auth.completing'));
  const landing = useQuery({
    queryKey: ['provider-callback', error],
    queryFn: () => completeProviderLogin(error),
    retry: false,
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
  }).data;

  useEffect(() => {
    if (!landing) return;
    if (landing.mailSent) noteVerificationMail();
    if (isServedByServer(landing.to)) location.assign(landing.to);
    else void navigate(landing.to, { replace: true, state: landing.state });
  }, [landing, navigate]);

  return (
    <AuthColumn title={t('auth.completing')}>
      <Group component="output" aria-label={t('auth.completing')}>
        <Loader size="sm" />
        <Text c="dimmed">…</Text>
      </Group>
    </AuthColumn>
  );
}
