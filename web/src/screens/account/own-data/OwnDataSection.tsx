import { Button, Group } from '@mantine/core';
import { useSignedInUser } from '../../../features/auth/api.ts';
import { RecordedNotice } from '../../../features/account/recorded/RecordedNotice.tsx';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { AccountSection } from '../AccountSection.tsx';

/** Downloads of everything that is stored about the signed-in person, and what that is (specification 3.23). */
export function OwnDataSection() {
  const { t, i18n } = useTranslation();
  const { isFreelancer } = useSignedInUser();
  return (
    <AccountSection title={t('recorded.own')} lead={t('recorded.ownLead')}>
      <Group gap="sm">
        <Button
          component="a"
          href={`/api/own_data/?format=html&language=${i18n.language}`}
          download
          variant="default"
          h={44}
        >
          {t('recorded.read')}
        </Button>
        <Button component="a" href="/api/own_data/?format=json" download variant="subtle" h={44}>
          {t('recorded.machine')}
        </Button>
      </Group>
      <RecordedNotice of={isFreelancer ? 'freelancer' : 'client'} isOnAccount />
    </AccountSection>
  );
}
