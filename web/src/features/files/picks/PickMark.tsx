import { IconCheck } from '@tabler/icons-react';
import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import classes from './PickMark.module.css';
import { useIsPicked } from './use-picks.ts';

export function PickMark({ file }: { file: ProjectFile }) {
  const { t } = useTranslation();
  if (!useIsPicked(file)) return null;
  return (
    <span className={classes.mark} title={t('files.picked')}>
      <IconCheck size={12} stroke={3} aria-hidden />
      <span className={classes.text}>{t('files.picked')}</span>
    </span>
  );
}
