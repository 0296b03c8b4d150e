import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { errorText } from '../../../components/feedback/error-text.ts';
import { toastError, toastSuccess } from '../../../components/feedback/toast.ts';
import { useFormat } from '../../../components/use-format.ts';
import { useKeepAccount } from '../../../features/account/erasure-api.ts';
import { useSignedInUser } from '../../../features/auth/api.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { AccountSection } from '../AccountSection.tsx';
import { EraseDialog } from './EraseDialog.tsx';

/** Asks for the deletion of the account, or says when it is going to be and keeps it. */
export function ErasureSection() {
  const { t } = useTranslation();
  const format = useFormat();
  const { erasure } = useSignedInUser();
  const [isAsking, setAsking] = useState(false);
  const keep = useKeepAccount();
  const keepAccount = () =>
    keep.mutate(undefined, {
      onSuccess: () => toastSuccess(t('erasure.kept')),
      onError: (error) => toastError(errorText(t, error)),
    });
  const isOwn = erasure?.by === 'self';
  return (
    <AccountSection title={t('erasure.title')} lead={t('erasure.lead')}>
      {isOwn ? (
        <>
          <Text mb="md">{t('erasure.pending', { date: format.dateTime(erasure.due_at) })}</Text>
          <Button h={44} loading={keep.isPending} onClick={keepAccount}>
            {t('erasure.keep')}
          </Button>
        </>
      ) : (
        <Button variant="default" c="red" h={44} onClick={() => setAsking(true)}>
          {t('erasure.ask')}
        </Button>
      )}
      <EraseDialog opened={isAsking} onClose={() => setAsking(false)} />
    </AccountSection>
  );
}
