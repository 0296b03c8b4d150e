import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Legal } from '@vitrin/shared/contract/payments/legal.ts';
import type { ReactNode } from 'react';
import { BesideLink } from '../../../components/BesideLink.tsx';
import { useIsTakenOver } from '../../../components/rendered-clock.ts';
import type { TFunction } from '../../../i18n/translator.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { legalPageUrl, legalQuery } from '../../legal/api.ts';

type Props = {
  of: 'client' | 'freelancer';
  /** True where the page has the download and the deletion itself. */
  isOnAccount?: boolean;
};

/** Folded privacy notice: recorded facts, their readers and their storage time (specification 7.19). */
export function RecordedNotice({ of, isOnAccount = false }: Props) {
  const { t, i18n } = useTranslation();
  const { data: loaded } = useQuery(legalQuery(i18n.language));
  // This part is taken over after the footer, which may have loaded the texts that the server's page is without.
  const data = useIsTakenOver() ? loaded : undefined;
  const privacy = data?.texts.find(({ name }) => name === 'privacy');
  return (
    <Text component="details" size="sm" c="dimmed">
      <Text component="summary" size="sm" py={12} style={{ cursor: 'pointer' }}>
        {t('recorded.title')}
      </Text>
      <Line>{t(`recorded.${of}.what`)}</Line>
      <Line>{t(`recorded.${of}.whom`)}</Line>
      {data && <Line>{of === 'client' ? timesOfClient(t, data) : timesOfFreelancer(t, data)}</Line>}
      {!isOnAccount && <Line>{t('recorded.rights')}</Line>}
      {privacy && (
        <Line>
          {t('recorded.more')}{' '}
          <BesideLink href={legalPageUrl(privacy.name, i18n.language)}>{privacy.title}</BesideLink>
        </Line>
      )}
    </Text>
  );
}

function Line({ children }: { children: ReactNode }) {
  return (
    <Text size="sm" mb="xs">
      {children}
    </Text>
  );
}

function timesOfClient(t: TFunction, { looks_kept_months: count }: Legal): string {
  return t('recorded.client.long', { count });
}

function timesOfFreelancer(t: TFunction, { payments_kept_years, invoices_kept_years }: Legal): string {
  const payments =
    payments_kept_years === 0
      ? t('recorded.freelancer.noPayments')
      : t('recorded.freelancer.payments', { count: payments_kept_years });
  const invoices =
    invoices_kept_years === null ? [] : [t('recorded.freelancer.invoices', { count: invoices_kept_years })];
  return [t('recorded.freelancer.long'), payments, ...invoices].join(' ');
}
