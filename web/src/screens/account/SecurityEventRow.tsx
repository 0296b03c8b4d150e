import { Text } from '@mantine/core';
import {
  type Icon,
  IconAlertTriangle,
  IconCalendar,
  IconDeviceDesktop,
  IconDeviceMobile,
  IconFingerprint,
  IconKey,
  IconLink,
  IconMail,
  IconShieldCheck,
  IconUserX,
} from '@tabler/icons-react';
import type { SecurityEvent, SecurityEventKind } from '@vitrin/shared/contract/account/security.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useFormat } from '../../components/use-format.ts';
import classes from '../../components/lists/FramedRows.module.css';

const ICONS: Record<SecurityEventKind, Icon> = {
  password_changed: IconKey,
  password_reset: IconKey,
  password_change_refused: IconAlertTriangle,
  address_added: IconMail,
  address_verified: IconMail,
  address_made_primary: IconMail,
  address_removed: IconMail,
  address_change_refused: IconAlertTriangle,
  identity_connected: IconLink,
  identity_connect_refused: IconAlertTriangle,
  identity_disconnected: IconLink,
  identity_disconnect_refused: IconAlertTriangle,
  factor_added: IconDeviceMobile,
  factor_removed: IconDeviceMobile,
  factor_refused: IconAlertTriangle,
  recovery_codes_made: IconKey,
  recovery_code_used: IconKey,
  feed_made: IconCalendar,
  feed_ended: IconCalendar,
  token_made: IconKey,
  token_ended: IconKey,
  passkey_added: IconFingerprint,
  passkey_renamed: IconFingerprint,
  passkey_removed: IconFingerprint,
  new_device: IconDeviceDesktop,
  login_refused: IconAlertTriangle,
  login_locked_out: IconAlertTriangle,
  account_taken_back: IconShieldCheck,
  erasure_asked: IconUserX,
  erasure_refused: IconAlertTriangle,
  erasure_called_off: IconShieldCheck,
};

/** Row of a security event: its kind, address or identity, device, network and exact time. */
export function SecurityEventRow({ event }: { event: SecurityEvent }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { kind, detail, device, ip, created_at } = event;
  const KindIcon = ICONS[kind];
  return (
    <li className={classes.row}>
      <KindIcon size={24} stroke={1.5} aria-hidden />
      <div className={classes.what}>
        <Text>{t(`account.event.${kind}`)}</Text>
        {detail !== null && (
          <Text size="sm" truncate title={detail}>
            {detail}
          </Text>
        )}
        <Text size="sm" c="dimmed">
          <time dateTime={created_at}>{format.dateTime(created_at)}</time>
          {` · ${device ?? t('account.unknownDevice')} · ${ip}`}
        </Text>
      </div>
    </li>
  );
}
