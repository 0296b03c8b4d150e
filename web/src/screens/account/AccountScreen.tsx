import { Title } from '@mantine/core';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useDocumentTitle } from '../../components/use-document-title.ts';
import { useSignedInUser } from '../../features/auth/api.ts';
import { AppearanceSection } from './AppearanceSection.tsx';
import { ShownSection } from './face/late-sections.tsx';
import { ArchivesSection } from './archives/late-archives.tsx';
import { NoticesSection } from './late-notices.tsx';
import { ErasureSection } from './erasure/late-erasure.tsx';
import { useConfirmation } from './confirmation/use-confirmation.ts';
import { FactorsSection } from './factors/late-factors.tsx';
import { EmailsSection } from './EmailsSection.tsx';
import { PasswordSection } from './PasswordSection.tsx';
import { PlanSection } from './PlanSection.tsx';
import { ProfileSection } from './ProfileSection.tsx';
import { ProvidersSection } from './ProvidersSection.tsx';
import { SecuritySection } from './SecuritySection.tsx';
import { SessionsSection } from './SessionsSection.tsx';
import { SwitchAccountSection } from './SwitchAccountSection.tsx';

/** Everything about who somebody is (specification 2.1). */
export function AccountScreen() {
  const { t } = useTranslation();
  const { isFreelancer } = useSignedInUser();
  useConfirmation();
  useDocumentTitle(t('account.title'));
  return (
    <>
      <Title order={1} mb="xl">
        {t('account.title')}
      </Title>
      <ProfileSection />
      <ShownSection isFreelancer={isFreelancer} />
      <PlanSection />
      <EmailsSection />
      <NoticesSection />
      <PasswordSection />
      <FactorsSection />
      {!isFreelancer && <SwitchAccountSection />}
      <SessionsSection />
      <SecuritySection />
      <ProvidersSection />
      <AppearanceSection />
      {isFreelancer && <ArchivesSection />}
      <ErasureSection />
    </>
  );
}
