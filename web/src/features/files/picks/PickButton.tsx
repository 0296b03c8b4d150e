import { IconSquare, IconSquareCheckFilled } from '@tabler/icons-react';
import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import classes from '../viewer/FileViewer.module.css';
import { useArrowKeys } from '../viewer/use-arrow-keys.ts';
import { usePicks } from './use-picks.ts';

type Props = { file: ProjectFile; isOpen: boolean };

/** Picks the file in the viewer, or lets it go, also by P. */
export function PickButton({ file, isOpen }: Props) {
  const { t } = useTranslation();
  const [picks, change] = usePicks(file.version);
  const isPicked = picks.has(file.id);
  const own = new Set([file.id]);
  const toggle = () => change((before) => (isPicked ? before.difference(own) : before.union(own)));
  useArrowKeys(isOpen, { p: toggle, P: toggle });
  const Icon = isPicked ? IconSquareCheckFilled : IconSquare;
  return (
    <button
      type="button"
      className={classes.button}
      onClick={toggle}
      aria-pressed={isPicked}
      aria-label={t('viewer.pick')}
      title={t(isPicked ? 'viewer.unpickByKey' : 'viewer.pickByKey')}
    >
      <Icon size={20} aria-hidden />
    </button>
  );
}
