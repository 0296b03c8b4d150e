import { type RefCallback, useCallback } from 'react';

const HEIGHT = '--vitrin-tray-height';

/** A ref for the tray that tells the page its height, so that the end of a screen and toasts stay above it. */
export function useSpaceForTray(): RefCallback<HTMLElement> {
  return useCallback((tray: HTMLElement | null) => {
    if (!tray) return undefined;
    const page = document.documentElement.style;
    const observer = new ResizeObserver(() => page.setProperty(HEIGHT, `${tray.offsetHeight + 16}px`));
    observer.observe(tray);
    return () => {
      observer.disconnect();
      page.removeProperty(HEIGHT);
    };
  }, []);
}
