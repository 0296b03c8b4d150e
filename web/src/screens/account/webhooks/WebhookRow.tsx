import { Badge, Button, Group, Text } from '@mantine/core';
import type { Endpoint } from '@vitrin/shared/contract/endpoints.ts';
import { ProgramEventType } from '@vitrin/shared/contract/program-events.ts';
import { useFormat } from '../../../components/use-format.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { eventName } from './event-name.ts';
import { formName } from './form-name.ts';
import { WebhookLog } from './WebhookLog.tsx';
import classes from './WebhooksSection.module.css';

type Props = {
  endpoint: Endpoint;
  isLogOpen: boolean;
  onLog: () => void;
  onTest: () => void;
  onRotate: () => void;
  onSwitch: () => void;
  onDelete: () => void;
};

/** A webhook: its address, events, state and actions. */
export function WebhookRow({ endpoint, isLogOpen, onLog, onTest, onRotate, onSwitch, onDelete }: Props) {
  const { t } = useTranslation();
  const format = useFormat();
  const { id, address, form, types, stopped, failing_since, previous_secret_until, acts } = endpoint;
  const status =
    types.length === ProgramEventType.options.length
      ? t('webhooks.allTypes')
      : format.list(types.map((type) => eventName(t, type)));
  return (
    <li className={classes.row}>
      <div className={classes.what}>
        <Group gap="xs">
          <Text fw={600}>{address}</Text>
          {!acts && <Badge variant="default">{t('webhooks.notInPlan')}</Badge>}
          {stopped !== null && <Badge variant="default">{t('webhooks.off')}</Badge>}
        </Group>
        <Text size="sm">
          {formName(t, form)} · {status}
        </Text>
        {stopped !== null && (
          <Text size="sm" c="dimmed">
            {t(`webhooks.stopped.${stopped.reason}`, { day: format.date(stopped.at) })}
          </Text>
        )}
        {stopped === null && failing_since !== null && (
          <Text size="sm" c="dimmed">
            {t('webhooks.failing', { day: format.date(failing_since) })}
          </Text>
        )}
        {previous_secret_until !== null && (
          <Text size="sm" c="dimmed">
            {t('webhooks.bothSecrets')}
          </Text>
        )}
      </div>
      <Group gap="xs">
        <Button variant="default" h={44} aria-expanded={isLogOpen} onClick={onLog}>
          {t('webhooks.log')}
        </Button>
        {stopped === null && (
          <Button variant="default" h={44} onClick={onTest}>
            {t('webhooks.test')}
          </Button>
        )}
        <Button variant="default" h={44} onClick={onSwitch}>
          {t(stopped === null ? 'webhooks.turnOff' : 'webhooks.turnOn')}
        </Button>
        {form === 'standard' && (
          <Button variant="default" h={44} onClick={onRotate}>
            {t('webhooks.rotate')}
          </Button>
        )}
        <Button variant="default" h={44} onClick={onDelete}>
          {t('webhooks.delete')}
        </Button>
      </Group>
      {isLogOpen && <WebhookLog id={id} />}
    </li>
  );
}
