import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconFingerprint } from '@tabler/icons-react';
import { useState } from 'react';
import { whenOverlaysReady } from '../../../components/feedback/overlays.ts';
import { toastError, toastSuccess } from '../../../components/feedback/toast.ts';
import { authenticatorsQuery } from '../../../features/account/factor-api.ts';
import { authFailureText } from '../../../features/auth/form/failure-text.ts';
import { addPasskey, hasOwnLock } from '../../../features/auth/passkeys/ceremonies.ts';
import { getI18n } from '../../../i18n/i18n.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { queryClient } from '../../../lib/query-client.ts';

/** Shows the offer beside the screen, until it is answered; false where this device or account needs none. */
export async function offerPasskey(): Promise<boolean> {
  if (!(await hasOwnLock())) return false;
  const authenticators = await queryClient.fetchQuery(authenticatorsQuery);
  if (authenticators.some(({ type }) => type === 'webauthn')) return false;
  await whenOverlaysReady();
  const { t } = getI18n();
  const id = notifications.show({
    title: t('passkeys.offerTitle'),
    message: <OfferAnswers onAnswered={() => notifications.hide(id)} />,
    icon: <IconFingerprint size={20} aria-hidden />,
    autoClose: false,
    withBorder: true,
    closeButtonProps: { 'aria-label': t('actions.close') },
  });
  return true;
}

function OfferAnswers({ onAnswered }: { onAnswered: () => void }) {
  const { t } = useTranslation();
  const [isAdding, setAdding] = useState(false);
  const add = async () => {
    setAdding(true);
    try {
      if (!(await addPasskey())) return;
      onAnswered();
      toastSuccess(t('passkeys.added'));
      await queryClient.invalidateQueries({ queryKey: ['account'] });
    } catch (error) {
      toastError(authFailureText(t, error, t('passkeys.addFailed')));
    } finally {
      setAdding(false);
    }
  };
  return (
    <>
      <Text size="sm">{t('passkeys.offerText')}</Text>
      <Group gap="sm" mt="sm">
        <Button h={44} loading={isAdding} onClick={() => void add()}>
          {t('passkeys.offerYes')}
        </Button>
        <Button h={44} variant="default" onClick={onAnswered}>
          {t('passkeys.offerLater')}
        </Button>
      </Group>
    </>
  );
}
