import { Avatar, Badge, Group, Text } from '@mantine/core';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useFormat } from '../../components/use-format.ts';
import { useSignedInUser } from '../../features/auth/api.ts';
import { AccountSection } from './AccountSection.tsx';
import classes from '../../components/lists/FramedRows.module.css';

export function ProfileSection() {
  const { t } = useTranslation();
  const user = useSignedInUser();
  const format = useFormat();
  return (
    <AccountSection lead={t('account.profileLead')}>
      <Group wrap="nowrap" gap="md">
        <Avatar name={user.username} color="initials" size="lg" aria-hidden>
          {format.initial(user.username)}
        </Avatar>
        <div className={classes.what}>
          <Group gap="xs">
            <Text fw={600}>{user.username}</Text>
            <Badge color={user.isFreelancer ? 'petrol' : 'gray'}>
              {user.isFreelancer ? t('account.freelancer') : t('account.customer')}
            </Badge>
          </Group>
          <Text size="sm" c="dimmed" truncate>
            {user.email ?? t('account.noEmail')}
          </Text>
          {user.client && (
            <Text size="sm" c="dimmed" dir="auto">
              {t('account.personOf', { client: user.client })}
            </Text>
          )}
        </div>
      </Group>
    </AccountSection>
  );
}
