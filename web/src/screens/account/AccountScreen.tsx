import { Title } from '@mantine/core';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useDocumentTitle } from '../../components/use-document-title.ts';
import { AppearanceSection } from './AppearanceSection.tsx';
import { EmailsSection } from './EmailsSection.tsx';
import { PasswordSection } from './PasswordSection.tsx';
import { PlanSection } from './PlanSection.tsx';
import { ProfileSection } from './ProfileSection.tsx';
import { ProvidersSection } from './ProvidersSection.tsx';
import { SecuritySection } from './SecuritySection.tsx';
import { SessionsSection } from './SessionsSection.tsx';

/** Everything about who somebody is (specification 2.1). */
export function AccountScreen() {
  const { t } = useTranslation();
  useDocumentTitle(t('account.title'));
  return (
    <>
      <Title order={1} mb="xl">
        {t('account.title')}
      </Title>
      <ProfileSection />
      <PlanSection />
      <EmailsSection />
      <PasswordSection />
      <SessionsSection />
      <SecuritySection />
      <ProvidersSection />
      <AppearanceSection />
    </>
  );
}
