import { IconPlayerPlayFilled } from '@tabler/icons-react';
import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import classes from './KindMark.module.css';

type Props = {
  file: ProjectFile;
  /** Size of the arrow on a film, in pixels; the disk around it is `--play-size`. */
  iconSize?: number;
};

/** Mark on the picture of a card: an arrow on a film, the number of pages on a pdf. */
export function KindMark({ file: { kind, pages }, iconSize = 20 }: Props) {
  const { t } = useTranslation();
  if (kind === 'video')
    return (
      <span className={classes.play}>
        <IconPlayerPlayFilled size={iconSize} aria-hidden />
      </span>
    );
  if (kind === 'pdf')
    return <span className={classes.badge} data-text={pages ? t('files.pages', { count: pages }) : 'PDF'} />;
  return null;
}
