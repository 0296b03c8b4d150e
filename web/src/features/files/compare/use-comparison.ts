import { useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { WITH_PARAMETER } from '../use-open-file.ts';

/** State of a history entry that the button made: closing goes back instead of adding another entry. */
const COMPARED_HERE = { comparedHere: true };

/** File compared with the open one, kept in the address to share it and to go back; an unknown id asks for a choice. */
export function useComparison(fileId: number | null) {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const state: unknown = useLocation().state;
  const named = query.get(WITH_PARAMETER);
  const withId = named === null ? null : Number(named);
  const [comparedId, setComparedId] = useState<number | null>(null);
  const isLeft = fileId === null && comparedId !== null;
  if (isLeft || (withId !== null && comparedId !== fileId)) setComparedId(fileId);

  const go = (otherId: number | null, options: { replace: boolean; state: unknown }) => {
    const search = new URLSearchParams(query);
    if (otherId === null) search.delete(WITH_PARAMETER);
    else search.set(WITH_PARAMETER, String(otherId));
    void navigate({ search: search.toString() }, { ...options, preventScrollReset: true });
  };
  return {
    /** Null while nothing is compared. */
    withId,
    /** True once a comparison of the open file was closed, after which its button has the focus again. */
    wasCompared: withId === null && fileId !== null && comparedId === fileId,
    open: (otherId: number) =>
      go(otherId, { replace: false, state: { ...asObject(state), ...COMPARED_HERE } }),
    /** Compares with another file; "back" still closes the comparison. */
    change: (otherId: number) => go(otherId, { replace: true, state }),
    close: () => {
      if ('comparedHere' in asObject(state)) void navigate(-1);
      else go(null, { replace: true, state });
    },
  };
}

function asObject(state: unknown): object {
  return typeof state === 'object' && state !== null ? state : {};
}
