import { Button, Group, List, Loader, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useSearchParams } from 'react-router';
import { FormMessage } from '../../components/forms/FormMessage.tsx';
import { errorText } from '../../components/feedback/error-text.ts';
import { useDocumentTitle } from '../../components/use-document-title.ts';
import { AuthColumn } from '../../features/auth/AuthColumn.tsx';
import { useFocusAgain } from '../../features/auth/form/use-focus-again.ts';
import { WayOn } from '../../features/auth/WayOn.tsx';
import { getReclaimInfo, reclaimAccount } from '../../features/auth/reclaim-api.ts';
import { paths } from '../../paths.ts';

/** Opened from a security mail; nothing happens before the button is pressed. */
export function ReclaimScreen() {
  const { t } = useTranslation();
  const [query] = useSearchParams();
  const key = query.get('key') ?? '';
  useDocumentTitle(t('takeBack.title'));
  const link = useQuery({
    queryKey: ['take-back', key],
    queryFn: () => getReclaimInfo(key),
    retry: false,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  });
  const taking = useMutation({ mutationFn: () => reclaimAccount(key) });
  const focusAgain = useFocusAgain(taking.isPending);

  if (link.isPending) {
    return (
      <AuthColumn title={t('takeBack.title')}>
        <Group component="output" aria-label={t('takeBack.loading')}>
          <Loader size="sm" />
          <Text>{t('takeBack.loading')}</Text>
        </Group>
      </AuthColumn>
    );
  }
  if (link.isError) {
    return (
      <AuthColumn title={t('takeBack.deadTitle')}>
        <FormMessage type="error">{errorText(t, link.error, t('takeBack.failed'))}</FormMessage>
        <WayOn to={paths.resetPassword} label={t('takeBack.reset')} />
      </AuthColumn>
    );
  }

  const { username, email } = link.data;
  if (taking.isSuccess) {
    return (
      <AuthColumn title={t('takeBack.doneTitle')} lead={t('takeBack.doneLead', { email })}>
        <WayOn to={paths.login} label={t('auth.backToLogin')} />
      </AuthColumn>
    );
  }
  return (
    <AuthColumn title={t('takeBack.title')} lead={t('takeBack.lead', { username })}>
      <List spacing="xs">
        <List.Item>{t('takeBack.onlyAddress', { email })}</List.Item>
        <List.Item>{t('takeBack.signedOut')}</List.Item>
        <List.Item>{t('takeBack.newPassword', { email })}</List.Item>
      </List>
      {taking.isError && (
        <FormMessage type="error">{errorText(t, taking.error, t('takeBack.failed'))}</FormMessage>
      )}
      <Button
        ref={focusAgain}
        size="md"
        fullWidth
        mt="lg"
        loading={taking.isPending}
        onClick={() => taking.mutate()}
      >
        {t('takeBack.confirm')}
      </Button>
      <Text c="dimmed">{t('takeBack.wasMe')}</Text>
    </AuthColumn>
  );
}
