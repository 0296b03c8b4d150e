import { Badge, Button, Group, Text } from '@mantine/core';
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import { errorText } from '../../components/feedback/error-text.ts';
import { toastError, toastSuccess } from '../../components/feedback/toast.ts';
import { type AccountSession, useEndSessions } from '../../features/account/api.ts';
import { deviceOf } from '../../features/account/device.ts';
import { firstWayOf } from './sign-ins/first-way.ts';
import classes from '../../components/lists/FramedRows.module.css';

export function SessionRow({ session }: { session: AccountSession }) {
  const { t } = useTranslation();
  const end = useEndSessions();
  const device = deviceOf(session.user_agent);
  const name = device
    ? t('account.device', { browser: device.browser, system: device.system })
    : t('account.unknownDevice');
  const began = firstWayOf(session);
  const Icon = device?.isPhone ? IconDeviceMobile : IconDeviceDesktop;

  // Awaited, because callbacks of `mutate` are dropped when the row goes, as that of an ended session does.
  const endThis = async () => {
    try {
      await end.mutateAsync([session.id]);
      toastSuccess(t('account.sessionEnded'));
    } catch (error) {
      toastError(errorText(t, error));
    }
  };

  return (
    <li className={classes.row}>
      <Icon size={24} stroke={1.5} aria-hidden />
      <div className={classes.what}>
        <Group gap="xs">
          <Text title={session.user_agent}>{name}</Text>
          {session.is_current && <Badge color="green">{t('account.thisDevice')}</Badge>}
        </Group>
        <Text size="sm" c="dimmed">
          {t('account.lastUsed')}:{' '}
          <RelativeTime timestamp={toTimestamp(session.last_seen_at ?? session.created_at)} />
          {' · '}
          {t('account.signedInSince')}: <RelativeTime timestamp={toTimestamp(session.created_at)} />
          {began && ` ${t(`account.ways.by.${began.way}`, { provider: began.provider ?? '' })}`}
          {session.ip && ` · ${session.ip}`}
        </Text>
      </div>
      {!session.is_current && (
        <Button
          variant="subtle"
          color="red"
          loading={end.isPending}
          onClick={() => void endThis()}
          aria-label={t('account.endSessionOf', { device: name })}
        >
          {t('account.endSession')}
        </Button>
      )}
    </li>
  );
}

function toTimestamp(epochSeconds: number): string {
  return new Date(epochSeconds * 1000).toISOString();
}
