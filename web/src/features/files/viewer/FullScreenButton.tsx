import { IconArrowsMaximize, IconArrowsMinimize } from '@tabler/icons-react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import classes from './FileViewer.module.css';
import { useArrowKeys } from './use-arrow-keys.ts';
import { useFullScreen } from './use-full-screen.ts';

/** Gives the viewer the whole screen, also by F; nothing where the browser cannot. */
export function FullScreenButton({ isOpen }: { isOpen: boolean }) {
  const { t } = useTranslation();
  const screen = useFullScreen(isOpen);
  useArrowKeys(isOpen && screen !== undefined, { f: () => screen?.toggle() });
  if (!screen) return null;
  const text = t(screen.isFull ? 'viewer.leaveFullScreen' : 'viewer.fullScreen');
  const Icon = screen.isFull ? IconArrowsMinimize : IconArrowsMaximize;
  return (
    <button
      type="button"
      className={classes.button}
      data-wide
      onClick={screen.toggle}
      aria-label={text}
      title={text}
    >
      <Icon size={20} aria-hidden />
    </button>
  );
}
