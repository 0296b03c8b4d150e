import { useCallback, useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { parsePage } from '../lib/paging.ts';

/**
 * The address's `page`, in step both ways (SPEC 2). `shownPage` is what the server really gave, once known: where
 * the address asks for another, or for nonsense, its entry in the history is corrected.
 */
export function usePageParameter(shownPage: number | undefined) {
  const [query, setQuery] = useSearchParams();
  const text = query.get('page');
  const page = parsePage(text);
  const right = shownPage ?? page;

  const goTo = useCallback(
    (wanted: number, options?: { replace?: boolean }) =>
      setQuery((query) => withPage(query, wanted), {
        preventScrollReset: options?.replace ?? false,
        ...options,
      }),
    [setQuery],
  );
  useEffect(() => {
    if (text !== null && text !== String(right)) goTo(right, { replace: true });
  }, [text, right, goTo]);

  return { page, goTo };
}

/** Page 1 is the address without a page. */
function withPage(query: URLSearchParams, page: number): URLSearchParams {
  const next = new URLSearchParams(query);
  if (page > 1) next.set('page', String(page));
  else next.delete('page');
  return next;
}
