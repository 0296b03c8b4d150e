import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { ErrorState } from '../../../components/feedback/ErrorState.tsx';
import { ownFaceQuery } from '../../../features/faces/api.ts';
import { AccountSection } from '../AccountSection.tsx';
import { FaceForm } from './FaceForm.tsx';

/** What a freelancer's clients see instead of our mark and colour. */
export function FaceSection() {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(ownFaceQuery);
  return (
    <AccountSection title={t('face.title')} lead={t('face.lead')}>
      {data ? (
        <FaceForm face={data} />
      ) : error ? (
        <ErrorState error={error} fallback={t('face.loadFailed')} onRetry={() => void refetch()} />
      ) : (
        <Skeleton height={600} />
      )}
    </AccountSection>
  );
}
