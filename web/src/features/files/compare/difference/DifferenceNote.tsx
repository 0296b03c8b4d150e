import { Button } from '@mantine/core';
import { useTranslation } from '../../../../i18n/use-translation.ts';
import { useFormat } from '../../../../components/use-format.ts';
import type { Findings } from './difference.ts';

type Props = { findings: Findings | undefined; hasFailed: boolean; onRetry: () => void };

export function DifferenceNote({ findings, hasFailed, onRetry }: Props) {
  const { t } = useTranslation();
  const format = useFormat();
  const say = () => {
    if (hasFailed) return t('compare.differenceFailed');
    if (!findings) return t('compare.differenceLooking');
    const count = findings.areas.length;
    if (count === 0) return t('compare.differenceNone');
    const percent = Math.round(findings.share * 100);
    if (percent === 0) return t('compare.differenceLittle', { count });
    return t('compare.difference', { percent: format.percent(percent), count });
  };
  return (
    <>
      <output>{say()}</output>
      {hasFailed && (
        <Button variant="default" h={44} onClick={onRetry}>
          {t('actions.tryAgain')}
        </Button>
      )}
    </>
  );
}
