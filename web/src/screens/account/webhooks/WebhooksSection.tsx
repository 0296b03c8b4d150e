import { Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type Endpoint, MAX_ENDPOINTS, type NewEndpoint } from '@vitrin/shared/contract/endpoints.ts';
import { LEAST_CAPABILITIES } from '@vitrin/shared/rules/capabilities.ts';
import { useState } from 'react';
import { confirmDelete } from '../../../components/feedback/confirm-delete.tsx';
import { ErrorState } from '../../../components/feedback/ErrorState.tsx';
import { toastSuccess } from '../../../components/feedback/toast.ts';
import { useActionError } from '../../../components/feedback/use-action-error.ts';
import {
  changeWebhook,
  deleteWebhook,
  rotateWebhook,
  testWebhook,
  webhooksQuery,
} from '../../../features/account/webhook-api.ts';
import { useCurrentUser } from '../../../features/auth/api.ts';
import { PlanLacks } from '../../../features/plans/PlanLacks.tsx';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { AccountSection } from '../AccountSection.tsx';
import { MadeWebhook } from './MadeWebhook.tsx';
import { WebhookForm } from './WebhookForm.tsx';
import { WebhookRow } from './WebhookRow.tsx';
import classes from './WebhooksSection.module.css';

/** Adds, tests and ends webhooks, to which events are posted as they happen (specification 9.20). */
export function WebhooksSection() {
  const { t } = useTranslation();
  const webhooks = useQuery(webhooksQuery);
  const showError = useActionError();
  const [made, setMade] = useState<NewEndpoint | null>(null);
  const [openLog, setOpenLog] = useState<number | null>(null);
  const most = Math.min(
    useCurrentUser()?.subscription?.plan.capabilities?.webhooks ?? LEAST_CAPABILITIES.webhooks,
    MAX_ENDPOINTS,
  );

  const act = async (action: () => Promise<void>) => {
    try {
      await action();
    } catch (error) {
      showError(error);
    }
  };
  const test = (id: number) =>
    act(async () => {
      await testWebhook(id);
      setOpenLog(id);
    });
  const end = (id: number) =>
    act(async () => {
      await deleteWebhook(id);
      if (made?.id === id) setMade(null);
      toastSuccess(t('webhooks.deleted'));
    });
  const ask = ({ id, address }: Endpoint) =>
    confirmDelete({
      title: t('webhooks.deleteTitle', { address }),
      message: t('webhooks.deleteText'),
      confirmLabel: t('webhooks.delete'),
      cancelLabel: t('actions.cancel'),
      onConfirm: () => void end(id),
    });

  return (
    <AccountSection title={t('webhooks.title')} lead={t('webhooks.lead')}>
      {webhooks.isPending && <Skeleton height={64} radius="md" />}
      {webhooks.isError && (
        <ErrorState
          error={webhooks.error}
          fallback={t('webhooks.failed')}
          onRetry={() => void webhooks.refetch()}
        />
      )}
      {webhooks.isSuccess && (
        <Stack gap="lg" align="stretch">
          {made && <MadeWebhook key={made.secret} made={made} />}
          {webhooks.data.length > 0 && (
            <ul className={classes.list}>
              {webhooks.data.map((endpoint) => (
                <WebhookRow
                  key={endpoint.id}
                  endpoint={endpoint}
                  isLogOpen={openLog === endpoint.id}
                  onLog={() => setOpenLog(openLog === endpoint.id ? null : endpoint.id)}
                  onTest={() => void test(endpoint.id)}
                  onRotate={() => void act(async () => setMade(await rotateWebhook(endpoint.id)))}
                  onSwitch={() =>
                    void act(() => changeWebhook(endpoint.id, { active: endpoint.stopped !== null }))
                  }
                  onDelete={() => ask(endpoint)}
                />
              ))}
            </ul>
          )}
          {webhooks.data.length < most ? (
            <WebhookForm onMade={setMade} />
          ) : (
            <PlanLacks
              needed={{ webhooks: webhooks.data.length + 1 }}
              title={t(webhooks.data.length === 0 ? 'webhooks.lacking' : 'webhooks.full')}
            >
              {webhooks.data.length === 0 && <SampleLog />}
            </PlanLacks>
          )}
        </Stack>
      )}
    </AccountSection>
  );
}

/** Made-up messages, for a plan that has no webhooks. */
function SampleLog() {
  const { t } = useTranslation();
  return (
    <Stack gap="xs">
      {(['versionSeen', 'versionDelivered'] as const).map((type) => (
        <Text key={type} size="sm">
          {t(`webhooks.type.${type}`)} · {t('webhooks.state.delivered')} ·{' '}
          {t('webhooks.status', { status: 204 })}
        </Text>
      ))}
    </Stack>
  );
}
