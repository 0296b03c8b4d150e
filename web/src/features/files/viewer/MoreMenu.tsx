import { useClickOutside, useDisclosure, useWindowEvent } from '@mantine/hooks';
import { IconDots } from '@tabler/icons-react';
import { type ReactNode, useCallback, useEffect, useRef } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import type { ReaderTools } from './documents/reader-tools.ts';
import classes from './FileViewer.module.css';

type Props = {
  /** Buttons, each of which is shown with its name. */
  children: ReactNode;
  /** Called with the place for the tools of the document, and with null once it is gone. */
  onToolsTarget: (tools: ReaderTools | null) => void;
  /** Called when the menu opens or closes; while it is open, Escape closes only the menu. */
  onOpenChange: (isOpen: boolean) => void;
  /** True after a view that one of its tools opened was closed: the menu's button takes the focus. */
  isFocused: boolean;
};

/** Menu of tools that do not fit a phone's bar. Stays open while they are used. */
export function MoreMenu({ children, onToolsTarget, onOpenChange, isFocused }: Props) {
  const { t } = useTranslation();
  const [isOpen, { toggle, close }] = useDisclosure(false);
  const whole = useClickOutside<HTMLDivElement>(close);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isFocused) button.current?.focus();
  }, [isFocused]);
  useEffect(() => {
    onOpenChange(isOpen);
    return () => onOpenChange(false);
  }, [isOpen, onOpenChange]);
  const putAway = useCallback(() => {
    close();
    button.current?.focus();
  }, [close]);
  const offer = useCallback(
    (target: HTMLElement | null) => onToolsTarget(target && { target, close: putAway }),
    [putAway, onToolsTarget],
  );
  // Noted before the key closes a menu of one of the tools, which may have left the focus on its button.
  const hadLayer = useRef(false);
  useWindowEvent('keydown', () => (hadLayer.current = document.querySelector('[role=menu]') !== null), true);
  useWindowEvent('keydown', ({ key }) => {
    if (isOpen && key === 'Escape' && !hadLayer.current) putAway();
  });
  return (
    <div ref={whole}>
      <button
        ref={button}
        type="button"
        className={classes.button}
        onClick={toggle}
        aria-expanded={isOpen}
        aria-label={t('viewer.more')}
      >
        <IconDots size={22} aria-hidden />
      </button>
      <div className={classes.more} hidden={!isOpen}>
        <div ref={offer} />
        {children}
      </div>
    </div>
  );
}
