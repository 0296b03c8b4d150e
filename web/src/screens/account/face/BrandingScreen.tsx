import { Skeleton, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ErrorState } from '../../../components/feedback/ErrorState.tsx';
import { useDocumentTitle } from '../../../components/use-document-title.ts';
import { ownFaceQuery } from '../../../features/faces/api.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { FaceForm } from './FaceForm.tsx';
import classes from './FaceForm.module.css';

/** Name, logo and colour that a freelancer's clients see instead of the product's (specification 1.6). */
export function BrandingScreen() {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(ownFaceQuery);
  useDocumentTitle(t('face.title'));
  return (
    <>
      <Title order={1}>{t('face.title')}</Title>
      <Text c="dimmed" mt={4} mb="xl" maw={640}>
        {t('face.lead')}
      </Text>
      {data ? (
        <FaceForm face={data} />
      ) : error ? (
        <ErrorState error={error} fallback={t('face.loadFailed')} onRetry={() => void refetch()} />
      ) : (
        <div className={classes.sides}>
          <Skeleton height={560} />
          <Skeleton height={480} />
        </div>
      )}
    </>
  );
}
