import { Button, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { EndpointDelivery } from '@vitrin/shared/contract/endpoints.ts';
import { ErrorState } from '../../../components/feedback/ErrorState.tsx';
import { useActionError } from '../../../components/feedback/use-action-error.ts';
import { RelativeTime } from '../../../components/RelativeTime.tsx';
import { sendAgain, webhookLogQuery } from '../../../features/account/webhook-api.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { eventName } from './event-name.ts';
import classes from './WebhooksSection.module.css';

/** The latest messages of a webhook, with a button to send each again. */
export function WebhookLog({ id }: { id: number }) {
  const { t } = useTranslation();
  const log = useQuery(webhookLogQuery(id));
  const showError = useActionError();
  const again = async (delivery: number) => {
    try {
      await sendAgain(id, delivery);
    } catch (error) {
      showError(error);
    }
  };
  if (log.isPending) return <Skeleton height={44} radius="md" />;
  if (log.isError)
    return (
      <ErrorState error={log.error} fallback={t('webhooks.logFailed')} onRetry={() => void log.refetch()} />
    );
  if (log.data.length === 0) return <Text size="sm">{t('webhooks.logEmpty')}</Text>;
  return (
    <ul className={classes.log} aria-label={t('webhooks.log')}>
      {log.data.map((delivery) => (
        <LogRow key={delivery.id} delivery={delivery} onAgain={() => void again(delivery.id)} />
      ))}
    </ul>
  );
}

function LogRow({ delivery, onAgain }: { delivery: EndpointDelivery; onAgain: () => void }) {
  const { t } = useTranslation();
  const { type, state, attempts, last_status, last_failure, created_at } = delivery;
  const name = eventName(t, type);
  return (
    <li className={classes.entry}>
      <div className={classes.what}>
        <Text size="sm" fw={600}>
          {name}
        </Text>
        <Text size="sm" c="dimmed">
          {t(`webhooks.state.${state}`)}
          {last_status !== null && ` · ${t('webhooks.status', { status: last_status })}`}
          {last_failure !== null && ` · ${t(`webhooks.failure.${last_failure}`)}`}
          {attempts > 1 && ` · ${t('webhooks.attempts', { count: attempts })}`}
          {' · '}
          <RelativeTime timestamp={created_at} />
        </Text>
      </div>
      <Button variant="subtle" h={44} aria-label={t('webhooks.againOf', { name })} onClick={onAgain}>
        {t('webhooks.again')}
      </Button>
    </li>
  );
}
