import { Title } from '@mantine/core';
import { useSearchParams } from 'react-router';
import { useDocumentTitle } from '../../components/use-document-title.ts';
import { useSignedInUser } from '../../features/auth/api.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { AccountGroup } from './groups/AccountGroup.tsx';
import classes from './groups/AccountGroups.module.css';
import { AppearanceSection } from './AppearanceSection.tsx';
import { ArchivesSection } from './archives/late-archives.tsx';
import { useConfirmation } from './confirmation/use-confirmation.ts';
import { FactorsSection, RequiredStep } from './factors/late-factors.tsx';
import { FeedSection } from './feed/late-feed.tsx';
import { ProgramsSections } from './tokens/late-tokens.tsx';
import { OwnDataSection } from './own-data/late-own-data.tsx';
import { BrandingSection } from './BrandingSection.tsx';
import { EmailsSection } from './EmailsSection.tsx';
import { ErasureSection } from './erasure/late-erasure.tsx';
import { OwnNameSection } from './face/late-sections.tsx';
import { GroupLinks } from './groups/GroupLinks.tsx';
import { groupsOf } from './groups/groups.ts';
import { NoticesSection } from './late-notices.tsx';
import { PasskeysSection } from './passkeys/late-passkeys.tsx';
import { PasswordSection } from './PasswordSection.tsx';
import { PlanSection } from './PlanSection.tsx';
import { ProfileSection } from './ProfileSection.tsx';
import { ProvidersSection } from './ProvidersSection.tsx';
import { SecuritySection } from './SecuritySection.tsx';
import { SessionsSection } from './SessionsSection.tsx';
import { SwitchAccountSection } from './SwitchAccountSection.tsx';
import { useGroupInView } from './groups/use-group-in-view.ts';

/** Everything about the signed-in person, in groups with an address each (specification 2.1). */
export function AccountScreen() {
  const { t } = useTranslation();
  const { isFreelancer } = useSignedInUser();
  useConfirmation();
  useDocumentTitle(t('account.title'));
  useGroupInView();
  const [query] = useSearchParams();
  if (query.get('step') === 'required') {
    return (
      <>
        <Title order={1} mb="xl">
          {t('account.title')}
        </Title>
        <RequiredStep />
      </>
    );
  }
  return (
    <>
      <Title order={1} mb="xl">
        {t('account.title')}
      </Title>
      <div className={classes.sides}>
        <GroupLinks groups={groupsOf(isFreelancer)} />
        <div className={classes.groups}>
          <AccountGroup group="profile">
            <ProfileSection />
            {isFreelancer ? <BrandingSection /> : <OwnNameSection />}
            <AppearanceSection />
          </AccountGroup>
          <AccountGroup group="security">
            <EmailsSection />
            <PasswordSection />
            <PasskeysSection />
            <FactorsSection />
            {!isFreelancer && <SwitchAccountSection />}
            <ProvidersSection />
            <SessionsSection />
            <SecuritySection />
          </AccountGroup>
          <AccountGroup group="notifications">
            <NoticesSection />
          </AccountGroup>
          {isFreelancer && (
            <AccountGroup group="calendar">
              <FeedSection />
            </AccountGroup>
          )}
          {isFreelancer && (
            <AccountGroup group="tokens">
              <ProgramsSections />
            </AccountGroup>
          )}
          {isFreelancer && (
            <AccountGroup group="plan">
              <PlanSection />
            </AccountGroup>
          )}
          <AccountGroup group="data">
            {isFreelancer && <ArchivesSection />}
            <OwnDataSection />
            <ErasureSection />
          </AccountGroup>
        </div>
      </div>
    </>
  );
}
