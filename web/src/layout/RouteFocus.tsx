import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { MAIN_ID } from './shells/SkipLink.tsx';

/**
 * Moves focus to the new screen's heading, so that keyboard and screen reader start where the eye does.
 * A screen may be drawn some time after its address shows; a dialog opened meanwhile keeps what is typed into it.
 */
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
    // The dialog which led here, and is closing, was used at the address before.
    if (lastActedAt.current === pathname && document.activeElement?.closest('[aria-modal="true"]')) return;
    const main = document.getElementById(MAIN_ID);
    const target = main?.querySelector<HTMLElement>('h1') ?? main;
    target?.setAttribute('tabindex', '-1');
    target?.focus({ preventScroll: true });
  }, [pathname]);

  return null;
}
