import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { confirmDelete } from '../../../components/feedback/confirm-delete.tsx';
import { ErrorState } from '../../../components/feedback/ErrorState.tsx';
import { errorText } from '../../../components/feedback/error-text.ts';
import { PlainDialog } from '../../../components/feedback/PlainDialog.tsx';
import { toastError, toastSuccess } from '../../../components/feedback/toast.ts';
import { useFormat } from '../../../components/use-format.ts';
import { authenticatorsQuery, removeTotp, renewRecoveryCodes } from '../../../features/account/factor-api.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { AccountSection } from '../AccountSection.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { SetUpApp } from './SetUpApp.tsx';

/** Sets an authenticator app up, and removes it; recovery codes are shown when made. `isRequired` makes it the next thing to do. */
export function FactorsSection({ isRequired = false }: { isRequired?: boolean }) {
  const { t } = useTranslation();
  const authenticators = useQuery(authenticatorsQuery);
  const [isSettingUp, setSettingUp] = useState(false);
  const [codes, setCodes] = useState<string[] | null>(null);
  return (
    <AccountSection title={t('factors.title')} lead={t('factors.lead')}>
      {authenticators.isPending && <Skeleton height={64} radius="md" />}
      {authenticators.isError && (
        <ErrorState
          error={authenticators.error}
          fallback={t('factors.failed')}
          onRetry={() => void authenticators.refetch()}
        />
      )}
      {authenticators.isSuccess &&
        (!authenticators.data.some(({ type }) => type === 'totp') ? (
          <Stack gap="sm" align="flex-start">
            {!isRequired && <Text>{t('factors.off')}</Text>}
            <Button variant={isRequired ? 'filled' : 'default'} onClick={() => setSettingUp(true)}>
              {t('factors.setUp')}
            </Button>
          </Stack>
        ) : (
          <PresentApp onCodes={setCodes} />
        ))}
      <PlainDialog
        opened={isSettingUp}
        onClose={() => setSettingUp(false)}
        title={t('factors.setUpTitle')}
        size="md"
      >
        <SetUpApp
          onDone={(made) => {
            setSettingUp(false);
            setCodes(made);
          }}
        />
      </PlainDialog>
      <PlainDialog
        opened={codes !== null}
        onClose={() => setCodes(null)}
        title={t('factors.codesTitle')}
        size="md"
      >
        <RecoveryCodes codes={codes ?? []} onKept={() => setCodes(null)} />
      </PlainDialog>
    </AccountSection>
  );
}

function PresentApp({ onCodes }: { onCodes: (codes: string[]) => void }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { data = [] } = useQuery(authenticatorsQuery);
  const totp = data.find(({ type }) => type === 'totp');
  const recovery = data.find(({ type }) => type === 'recovery_codes');
  const run = async (action: () => Promise<void>) => {
    try {
      await action();
    } catch (error) {
      toastError(errorText(t, error));
    }
  };
  const ask = (title: string, message: string, confirmLabel: string, action: () => Promise<void>) =>
    confirmDelete({
      title,
      message,
      confirmLabel,
      cancelLabel: t('actions.cancel'),
      onConfirm: () => void run(action),
    });
  const askRemoval = () =>
    ask(t('factors.removeTitle'), t('factors.removeText'), t('factors.remove'), async () => {
      await removeTotp();
      toastSuccess(t('factors.removed'));
    });
  const askNewCodes = () =>
    ask(t('factors.newCodesTitle'), t('factors.newCodesText'), t('factors.newCodes'), async () =>
      onCodes(await renewRecoveryCodes()),
    );
  const since = new Date((totp?.created_at ?? 0) * 1000).toISOString();
  return (
    <Stack gap="sm">
      <Text>{t('factors.on', { date: format.dateTime(since) })}</Text>
      <Text c="dimmed">{t('factors.codesLeft', { count: recovery?.unused_code_count ?? 0 })}</Text>
      <Group gap="sm">
        <Button variant="default" onClick={askNewCodes}>
          {t('factors.newCodes')}
        </Button>
        <Button variant="default" onClick={askRemoval}>
          {t('factors.remove')}
        </Button>
      </Group>
    </Stack>
  );
}
