import { useEffect } from 'react';
import { LoadingMark } from '../../../../components/feedback/LoadingMark.tsx';
import { useTranslation } from '../../../../i18n/use-translation.ts';
import { ComparisonFailure } from '../ComparisonFailure.tsx';
import type { Side } from '../side.ts';
import { PicturePair } from './PicturePair.tsx';
import { usePictures } from './use-pictures.ts';

type Props = { sides: [older: Side, newer: Side]; isOpen: boolean };

/** Two pictures, or pictures of first pages, once both are there. */
export function PictureComparison({ sides, isOpen }: Props) {
  const { t } = useTranslation();
  const [older, newer] = sides;
  const { data: pictures, error, refetch } = usePictures(older.file, newer.file);
  useEffect(() => {
    if (error) console.error('load pictures to compare', error);
  }, [error]);
  if (error) return <ComparisonFailure text={t('compare.failed')} onRetry={() => void refetch()} />;
  if (!pictures) return <LoadingMark>{t('files.loading')}</LoadingMark>;
  return <PicturePair sides={sides} isOpen={isOpen} pictures={pictures} />;
}
