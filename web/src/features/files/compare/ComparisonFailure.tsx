import { Button } from '@mantine/core';
import { useTranslation } from '../../../i18n/use-translation.ts';
import viewer from '../viewer/FileViewer.module.css';

/** Says in the place of a comparison why there is none, and offers to try again. */
export function ComparisonFailure({ text, onRetry }: { text: string; onRetry: () => void }) {
  const { t } = useTranslation();
  return (
    <div className={viewer.failure} role="alert">
      <p>{text}</p>
      <Button variant="default" h={44} onClick={onRetry}>
        {t('actions.tryAgain')}
      </Button>
    </div>
  );
}
