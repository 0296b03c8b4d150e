import { useCallback, useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { parsePage } from '../../lib/paging.ts';
import { useQueryChange } from './use-query-change.ts';

/** Keeps `page` of the address (specification 2.2); `shownPage`, the server's page, corrects the history entry. */
export function usePageParameter(shownPage: number | undefined) {
  const [query] = useSearchParams();
  const changeQuery = useQueryChange();
  const text = query.get('page');
  const page = parsePage(text);
  const right = shownPage ?? page;

  const goTo = useCallback(
    (wanted: number, options?: { replace?: boolean }) =>
      changeQuery(
        (query) => {
          // Page 1 is the address without a page.
          if (wanted > 1) query.set('page', String(wanted));
          else query.delete('page');
        },
        { preventScrollReset: options?.replace ?? false, ...options },
      ),
    [changeQuery],
  );
  useEffect(() => {
    if (text !== null && text !== String(right)) goTo(right, { replace: true });
  }, [text, right, goTo]);

  return { page, goTo };
}
