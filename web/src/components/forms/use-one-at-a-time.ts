import { useRef } from 'react';

/**
 * Wraps `work` so that calls during a run are ignored: a button is disabled only with the next render, and a second
 * click or Enter may come before that.
 */
export function useOneAtATime<Args extends unknown[]>(work: (...args: Args) => Promise<void>) {
  const isUnderWay = useRef(false);
  return async (...args: Args): Promise<void> => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    try {
      await work(...args);
    } finally {
      isUnderWay.current = false;
    }
  };
}
