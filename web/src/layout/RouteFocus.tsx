import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { MAIN_ID } from './shells/SkipLink.tsx';

/** Moves the focus to the new screen's heading; the screen may render later, and a dialog keeps its focus. */
export function RouteFocus() {
  const { pathname } = useLocation();
  const previous = useRef(pathname);
  const lastActedAt = useRef('');

  useEffect(() => {
    const remember = () => {
      lastActedAt.current = window.location.pathname;
    };
    document.addEventListener('focusin', remember, true);
    document.addEventListener('keydown', remember, true);
    return () => {
      document.removeEventListener('focusin', remember, true);
      document.removeEventListener('keydown', remember, true);
    };
  }, []);

  useEffect(() => {
    if (previous.current === pathname) return;
    previous.current = pathname;
    // A dialog that is closing led to this screen; it was last used at the previous address.
    if (lastActedAt.current === pathname && document.activeElement?.closest('[aria-modal="true"]')) return;
    const main = document.getElementById(MAIN_ID);
    const target = main?.querySelector<HTMLElement>('h1') ?? main;
    target?.setAttribute('tabindex', '-1');
    target?.focus({ preventScroll: true });
  }, [pathname]);

  return null;
}
