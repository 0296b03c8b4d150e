import { Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../components/ErrorState.tsx';
import { emailsQuery } from '../../features/account/api.ts';
import { AccountSection } from './AccountSection.tsx';
import classes from './AccountSection.module.css';
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
        <EmailRow key={address.email} address={address} isOnly={emails.data.length === 1} />
      ))}
    </ul>
  );
}
