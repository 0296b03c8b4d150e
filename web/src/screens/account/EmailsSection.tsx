import { Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '../../i18n/use-translation.ts';
import { ErrorState } from '../../components/feedback/ErrorState.tsx';
import { type EmailAddress, emailsQuery } from '../../features/account/api.ts';
import { useSignedInUser } from '../../features/auth/api.ts';
import { AccountSection } from './AccountSection.tsx';
import classes from '../../components/lists/FramedRows.module.css';
import { AddEmailForm } from './AddEmailForm.tsx';
import { EmailRow } from './EmailRow.tsx';

export function EmailsSection() {
  const { t } = useTranslation();
  return (
    <AccountSection title={t('account.emails')} lead={t('account.emailsLead')}>
      <EmailList />
      <AddEmailForm />
    </AccountSection>
  );
}

function EmailList() {
  const { t } = useTranslation();
  const { isFreelancer } = useSignedInUser();
  const emails = useQuery(emailsQuery);
  if (emails.isPending) return <Skeleton height={64} radius="md" />;
  if (emails.isError) {
    return (
      <ErrorState
        error={emails.error}
        fallback={t('account.emailsFailed')}
        onRetry={() => void emails.refetch()}
      />
    );
  }
  if (emails.data.length === 0) return <Text c="dimmed">{t('account.emailsEmpty')}</Text>;
  return (
    <ul className={classes.rows}>
      {emails.data.map((address) => (
        <EmailRow
          key={address.email}
          address={address}
          canRemove={mayGo(address, emails.data, isFreelancer)}
        />
      ))}
    </ul>
  );
}

/** True if an address may be removed: a primary one only as the last, a freelancer's last verified one never. */
function mayGo(address: EmailAddress, all: EmailAddress[], isFreelancer: boolean): boolean {
  const others = all.filter((other) => other !== address);
  if (isFreelancer && address.verified && !others.some(({ verified }) => verified)) return false;
  return !address.primary || others.length === 0;
}
