import { Group, Text } from '@mantine/core';
import { IconCircleCheck, IconMailForward, IconMailX } from '@tabler/icons-react';
import type { Person } from '@vitrin/shared/contract/customers.ts';
import type { TFunction } from '../../i18n/translator.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { RelativeTime } from '../../components/RelativeTime.tsx';

/** Says that a customer is invited or registered, or when last seen; mails that do not arrive come first. */
export function CustomerState({ customer }: { customer: Person }) {
  const { t } = useTranslation();
  const { registered, last_seen, invitation } = customer;
  // An instance of the release before knows no invitations while an upgrade runs.
  const refused = customer.refused ?? (registered ? null : (invitation?.refused ?? null));
  if (refused) {
    return (
      <Group gap={6} wrap="nowrap" c="red">
        <IconMailX size={16} stroke={1.7} aria-hidden style={{ flex: 'none' }} />
        <Text size="sm" lineClamp={2} title={refused.refusal}>
          {t('customers.mailRefused', { refusal: refused.refusal })}
        </Text>
      </Group>
    );
  }
  const Icon = registered ? IconCircleCheck : IconMailForward;
  return (
    <Group gap={6} wrap="nowrap" c="dimmed">
      <Icon size={16} stroke={1.7} aria-hidden style={{ flex: 'none' }} />
      <Text size="sm">
        {!registered ? (
          invitedText(t, invitation)
        ) : last_seen === null ? (
          t('customers.registered')
        ) : (
          <>
            {t('customers.lastSeen')} <RelativeTime timestamp={last_seen} />
          </>
        )}
      </Text>
    </Group>
  );
}

function invitedText(t: TFunction, invitation: Person['invitation'] | undefined): string {
  if (!invitation) return t('customers.invited');
  const { email, opened_at, sent_at } = invitation;
  if (opened_at !== null) return t('customers.invitationOpened');
  return t(sent_at === null ? 'customers.invitationOnItsWay' : 'customers.invitationSent', { email });
}
