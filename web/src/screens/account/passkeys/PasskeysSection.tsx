import { Button, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ErrorState } from '../../../components/feedback/ErrorState.tsx';
import { toastError, toastSuccess } from '../../../components/feedback/toast.ts';
import classes from '../../../components/lists/FramedRows.module.css';
import { authenticatorsQuery } from '../../../features/account/factor-api.ts';
import { addConfirmedPasskey } from './own-passkeys.ts';
import { authFailureText } from '../../../features/auth/form/failure-text.ts';
import { passkeyObstacle } from '../../../features/auth/passkeys/knows-passkeys.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { AccountSection } from '../AccountSection.tsx';
import { PasskeyRow } from './PasskeyRow.tsx';

/** Passkeys of the account, with a button that makes one on this device. */
export function PasskeysSection() {
  const { t } = useTranslation();
  const authenticators = useQuery(authenticatorsQuery);
  const [isAdding, setAdding] = useState(false);
  const passkeys = authenticators.data?.filter(({ type }) => type === 'webauthn') ?? [];
  const obstacle = passkeyObstacle();
  const add = async () => {
    setAdding(true);
    try {
      const added = await addConfirmedPasskey();
      if (added) toastSuccess(t('passkeys.added'));
    } catch (error) {
      toastError(addingFailure(error) ?? authFailureText(t, error, t('passkeys.addFailed')));
    } finally {
      setAdding(false);
    }
  };
  const addingFailure = (error: unknown) =>
    error instanceof Error && error.name === 'InvalidStateError' ? t('passkeys.there') : undefined;
  return (
    <AccountSection title={t('passkeys.title')} lead={t('passkeys.lead')}>
      {authenticators.isPending && <Skeleton height={64} radius="md" />}
      {authenticators.isError && (
        <ErrorState
          error={authenticators.error}
          fallback={t('passkeys.failed')}
          onRetry={() => void authenticators.refetch()}
        />
      )}
      {passkeys.length > 0 && (
        <ul className={classes.rows}>
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} />
          ))}
        </ul>
      )}
      {obstacle === null ? (
        <Button
          variant="default"
          mt={passkeys.length > 0 ? 'md' : 0}
          loading={isAdding}
          onClick={() => void add()}
        >
          {t('passkeys.add')}
        </Button>
      ) : (
        <Text c="dimmed" mt={passkeys.length > 0 ? 'md' : 0}>
          {t(`passkeys.${obstacle}`, { host: location.host })}
        </Text>
      )}
    </AccountSection>
  );
}
