import { useEffect, useState } from 'react';

/** The whole screen for the viewer; undefined where the browser has none for pages (iPhones). */
export function useFullScreen(isOpen: boolean): { isFull: boolean; toggle: () => void } | undefined {
  const [isFull, setFull] = useState(isScreenFull);
  useEffect(() => {
    const update = () => setFull(isScreenFull());
    document.addEventListener('fullscreenchange', update);
    return () => document.removeEventListener('fullscreenchange', update);
  }, []);
  useEffect(() => {
    if (!isOpen) return undefined;
    return () => {
      if (isScreenFull()) document.exitFullscreen().catch(report);
    };
  }, [isOpen]);
  if (!document.fullscreenEnabled) return undefined;
  return {
    isFull,
    toggle: () => {
      const change = isScreenFull()
        ? document.exitFullscreen()
        : document.documentElement.requestFullscreen();
      change.catch(report);
    },
  };
}

function isScreenFull(): boolean {
  return Boolean(document.fullscreenElement);
}

function report(error: unknown): void {
  console.error('full screen', error);
}
