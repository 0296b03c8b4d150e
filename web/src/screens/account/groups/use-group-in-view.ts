import { useIsFetching } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/** Keeps the group of the address in view while the sections above it are loading, and lets go once they are there. */
export function useGroupInView(): void {
  const { hash } = useLocation();
  const isLoading = useIsFetching() > 0;
  const settled = useRef('');
  useEffect(() => {
    if (hash === '' || settled.current === hash) return;
    document.getElementById(hash.slice(1))?.scrollIntoView();
    if (!isLoading) settled.current = hash;
  }, [hash, isLoading]);
}
