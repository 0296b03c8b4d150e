import { Button, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '../../i18n/use-translation.ts';
import { ErrorState } from '../../components/feedback/ErrorState.tsx';
import { FormMessage } from '../../components/forms/FormMessage.tsx';
import { confirmDelete } from '../../components/feedback/confirm-delete.tsx';
import { errorText } from '../../components/feedback/error-text.ts';
import { toastError, toastSuccess } from '../../components/feedback/toast.ts';
import { type ConnectedAccount, connectedAccountsQuery, useDisconnect } from '../../features/account/api.ts';
import { askToConfirm } from '../../features/account/confirmation/confirmed.ts';
import { type Provider, goToProvider, providersQuery } from '../../features/auth/provider-api.ts';
import { useAddressError } from '../../features/auth/use-address-error.ts';
import { AccountSection } from './AccountSection.tsx';
import classes from '../../components/lists/FramedRows.module.css';

/** Linked identities; nothing where the installation has no provider. */
export function ProvidersSection() {
  const { t } = useTranslation();
  const providers = useQuery(providersQuery).data ?? [];
  if (providers.length === 0) return null;
  return (
    <AccountSection title={t('account.providers')} lead={t('account.providersLead')}>
      <ProviderList providers={providers} />
    </AccountSection>
  );
}

function ProviderList({ providers }: { providers: Provider[] }) {
  const { t } = useTranslation();
  const connected = useQuery(connectedAccountsQuery);
  const failure = useAddressError();
  if (connected.isPending) return <Skeleton height={64} radius="md" />;
  if (connected.isError) {
    return (
      <ErrorState
        error={connected.error}
        fallback={t('account.providersFailed')}
        onRetry={() => void connected.refetch()}
      />
    );
  }
  return (
    <>
      {failure !== null && <FormMessage type="error">{failure}</FormMessage>}
      <ul className={classes.rows}>
        {providers.map((provider) => {
          const account = connected.data.find((each) => each.provider.id === provider.id);
          return (
            <ProviderRow
              key={provider.id}
              provider={provider}
              account={account}
              confirmsFirst={failure !== null}
            />
          );
        })}
      </ul>
    </>
  );
}

type RowProps = {
  provider: Provider;
  account: ConnectedAccount | undefined;
  /** True after a refusal, which may have been for a sign-in too long ago. */
  confirmsFirst: boolean;
};

function ProviderRow({ provider, account, confirmsFirst }: RowProps) {
  const { t } = useTranslation();
  const disconnect = useDisconnect();

  const connect = async () => {
    try {
      if (confirmsFirst) await askToConfirm();
      await goToProvider(provider.id, 'connect');
    } catch (error) {
      toastError(errorText(t, error, t('auth.socialStartFailed', { provider: provider.name })));
    }
  };

  const askDisconnect = (account: ConnectedAccount) =>
    confirmDelete({
      title: t('account.disconnectTitle', { provider: provider.name }),
      message: t('account.disconnectText', { account: account.display }),
      confirmLabel: t('account.disconnect'),
      cancelLabel: t('actions.cancel'),
      onConfirm: () =>
        disconnect.mutate(account, {
          onSuccess: () => toastSuccess(t('account.disconnected')),
          onError: (error) => toastError(errorText(t, error)),
        }),
    });

  return (
    <li className={classes.row}>
      <div className={classes.what}>
        <Text>{provider.name}</Text>
        <Text size="sm" c="dimmed" truncate>
          {account?.display ?? t('account.notConnected')}
        </Text>
      </div>
      {account ? (
        <Button
          variant="subtle"
          color="red"
          loading={disconnect.isPending}
          onClick={() => askDisconnect(account)}
        >
          {t('account.disconnect')}
        </Button>
      ) : (
        <Button
          variant="default"
          onClick={() => void connect()}
          aria-label={t('account.connectTo', { provider: provider.name })}
        >
          {t('account.connect')}
        </Button>
      )}
    </li>
  );
}
