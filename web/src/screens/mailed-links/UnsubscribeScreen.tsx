import { Button, Group, Loader, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { FormMessage } from '../../components/forms/FormMessage.tsx';
import { errorText } from '../../components/feedback/error-text.ts';
import { useDocumentTitle } from '../../components/use-document-title.ts';
import { AuthColumn } from '../../features/auth/AuthColumn.tsx';
import { useFocusAgain } from '../../features/auth/form/use-focus-again.ts';
import { WayOn } from '../../features/auth/WayOn.tsx';
import { getUnsubscription, saveUnsubscription } from '../../features/notices/api.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { paths } from '../../paths.ts';

/** Opened from a mail about work, also by guests; nothing changes before the button is pressed (specification 9.14). */
export function UnsubscribeScreen() {
  const { t } = useTranslation();
  const [query] = useSearchParams();
  const key = query.get('key') ?? '';
  useDocumentTitle(t('unsubscribe.title'));
  const link = useQuery({
    queryKey: ['unsubscribe', key],
    queryFn: () => getUnsubscription(key),
    retry: false,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  });
  const saving = useMutation({ mutationFn: (wanted: boolean) => saveUnsubscription(key, wanted) });
  const focusAgain = useFocusAgain(saving.isPending);
  const failure = saving.isError && (
    <FormMessage type="error">{errorText(t, saving.error, t('unsubscribe.failed'))}</FormMessage>
  );

  if (link.isPending) {
    return (
      <AuthColumn title={t('unsubscribe.title')}>
        <Group component="output" aria-label={t('unsubscribe.loading')}>
          <Loader size="sm" />
          <Text>{t('unsubscribe.loading')}</Text>
        </Group>
      </AuthColumn>
    );
  }
  if (link.isError) {
    return (
      <AuthColumn title={t('unsubscribe.deadTitle')} lead={t('unsubscribe.deadLead')}>
        <WayOn to={paths.account} label={t('unsubscribe.account')} />
      </AuthColumn>
    );
  }

  const kind = t(`notices.${link.data.notice}`);
  const { wanted } = saving.data ?? link.data;
  if (wanted && saving.isSuccess) {
    return (
      <AuthColumn title={t('unsubscribe.againTitle')} lead={t('unsubscribe.againLead', { kind })}>
        <WayOn to={paths.account} label={t('unsubscribe.account')} />
      </AuthColumn>
    );
  }
  if (!wanted) {
    return (
      <AuthColumn title={t('unsubscribe.doneTitle')} lead={t('unsubscribe.doneLead', { kind })}>
        {failure}
        <Button
          ref={focusAgain}
          variant="default"
          size="md"
          fullWidth
          loading={saving.isPending}
          onClick={() => saving.mutate(true)}
        >
          {t('unsubscribe.again')}
        </Button>
        <WayOn to={paths.account} label={t('unsubscribe.account')} />
      </AuthColumn>
    );
  }
  return (
    <AuthColumn title={t('unsubscribe.title')} lead={t('unsubscribe.lead')}>
      <Text fw={600}>{kind}</Text>
      {failure}
      <Button
        ref={focusAgain}
        size="md"
        fullWidth
        loading={saving.isPending}
        onClick={() => saving.mutate(false)}
      >
        {t('unsubscribe.confirm')}
      </Button>
    </AuthColumn>
  );
}
