import { Button, Group, Loader, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { errorText } from '../../components/feedback/error-text.ts';
import { FormMessage } from '../../components/forms/FormMessage.tsx';
import { useDocumentTitle } from '../../components/use-document-title.ts';
import { useFormat } from '../../components/use-format.ts';
import { getKeepInfo, keepByLink } from '../../features/account/keep-link-api.ts';
import { refreshCurrentUser } from '../../features/auth/api.ts';
import { AuthColumn } from '../../features/auth/AuthColumn.tsx';
import { useFocusAgain } from '../../features/auth/form/use-focus-again.ts';
import { WayOn } from '../../features/auth/WayOn.tsx';
import { useTranslation } from '../../i18n/use-translation.ts';
import { paths } from '../../paths.ts';

/** Opened from a mail about the deletion of an account; nothing happens before the button is pressed. */
export function KeepAccountScreen() {
  const { t } = useTranslation();
  const format = useFormat();
  const [query] = useSearchParams();
  const key = query.get('key') ?? '';
  useDocumentTitle(t('keepAccount.title'));
  const link = useQuery({
    queryKey: ['keep-account', key],
    queryFn: () => getKeepInfo(key),
    retry: false,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  });
  const keeping = useMutation({ mutationFn: () => keepByLink(key), onSuccess: refreshCurrentUser });
  const focusAgain = useFocusAgain(keeping.isPending);

  if (link.isPending) {
    return (
      <AuthColumn title={t('keepAccount.title')}>
        <Group component="output" aria-label={t('keepAccount.loading')}>
          <Loader size="sm" />
          <Text>{t('keepAccount.loading')}</Text>
        </Group>
      </AuthColumn>
    );
  }
  if (link.isError) {
    return (
      <AuthColumn title={t('keepAccount.deadTitle')}>
        <FormMessage type="error">{errorText(t, link.error, t('keepAccount.failed'))}</FormMessage>
        <WayOn to={paths.login} label={t('keepAccount.login')} />
      </AuthColumn>
    );
  }
  const { username, due_at } = link.data;
  if (keeping.isSuccess || due_at === null) {
    return (
      <AuthColumn title={t('keepAccount.doneTitle')} lead={t('keepAccount.doneLead', { username })}>
        <WayOn to={paths.account} label={t('keepAccount.account')} />
      </AuthColumn>
    );
  }
  return (
    <AuthColumn
      title={t('keepAccount.title')}
      lead={t('keepAccount.lead', { username, date: format.dateTime(due_at) })}
    >
      {keeping.isError && (
        <FormMessage type="error">{errorText(t, keeping.error, t('keepAccount.failed'))}</FormMessage>
      )}
      <Button
        ref={focusAgain}
        size="md"
        fullWidth
        mt="lg"
        loading={keeping.isPending}
        onClick={() => keeping.mutate()}
      >
        {t('keepAccount.confirm')}
      </Button>
      <Text c="dimmed">{t('keepAccount.wasMe')}</Text>
    </AuthColumn>
  );
}
