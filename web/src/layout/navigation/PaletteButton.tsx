import { useHotkeys } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import type { User } from '@vitrin/shared/contract/users.ts';
import { Suspense, lazy, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useIsTakenOver } from '../../components/rendered-clock.ts';
import classes from './PaletteButton.module.css';
import { loadWithTexts } from '../../i18n/i18n.ts';
import { loadCode } from '../../lib/code/load-code.ts';

const CommandPalette = lazy(async () => ({
  default: (await loadWithTexts(['projects', 'tools'], () => import('./CommandPalette.tsx'))).CommandPalette,
}));

/** Opens the command palette, as Ctrl or Cmd and K do; its code is loaded at the first time. */
export function PaletteButton({ user }: { user: User }) {
  const { t } = useTranslation();
  const isTakenOver = useIsTakenOver();
  const [wasAsked, setAsked] = useState(false);
  const open = () => {
    setAsked(true);
    void loadCode(() => import('./palette-store.ts')).then(({ openPalette }) => openPalette());
  };
  // Works while typing in a field, too; in the editor these keys set a link.
  useHotkeys([['mod+K', open]], []);
  return (
    <>
      <button type="button" className={classes.button} onClick={open} aria-keyshortcuts="Control+K Meta+K">
        <IconSearch size={18} stroke={1.7} aria-hidden />
        <span className={classes.text}>{t('palette.open')}</span>
        <kbd className={classes.keys}>{isTakenOver && isApple() ? '⌘ K' : 'Ctrl K'}</kbd>
      </button>
      {wasAsked && (
        <Suspense>
          <CommandPalette user={user} />
        </Suspense>
      )}
    </>
  );
}

function isApple(): boolean {
  return /mac|iphone|ipad/i.test(navigator.userAgent);
}
