import type { UseFormReturnType } from '@mantine/form';
import { useEffect, useState } from 'react';
import { ApiError } from '../../lib/api-error.ts';
import { type MergedEdits, mergeEdits } from '../../lib/merge-edits.ts';

type Options<Item extends { edited_at: string }, Values extends Record<string, unknown>> = {
  form: UseFormReturnType<Values>;
  /** Undefined for a new object, which no other person can edit. */
  item: Item | undefined;
  toValues: (item: Item) => Values;
};

/**
 * A second click sooner than this is a double click: it must neither create a new object nor overwrite unseen changes.
 */
const DOUBLE_CLICK_MILLISECONDS = 600;

/**
 * Handles two people editing one object (specification 5.6). A save sends `editedAt`; `accept` returns true for a 409,
 * after merging the other change into the form, and for a 404, after which `isGone` is true and the next save makes a
 * new object. No save may start during `isNewConflict`. `base` is the object last compared with the form, if any.
 */
export function useEditConflict<Item extends { edited_at: string }, Values extends Record<string, unknown>>({
  form,
  item,
  toValues,
}: Options<Item, Values>) {
  const [base, setBase] = useState(item);
  const [conflict, setConflict] = useState<(MergedEdits<Values> & { theirs: Values }) | null>(null);
  const [isGone, setGone] = useState(false);
  const [isNewConflict, setNewConflict] = useState(false);

  useEffect(() => {
    if (!isNewConflict) return undefined;
    const timer = setTimeout(() => setNewConflict(false), DOUBLE_CLICK_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [isNewConflict]);

  const accept = (error: unknown): boolean => {
    if (base && isNotFound(error)) {
      setBase(undefined);
      setConflict(null);
      setGone(true);
      setNewConflict(true);
      return true;
    }
    const current = currentOf(error) as Item | undefined;
    if (!current || !base) return false;
    const theirs = toValues(current);
    const merged = mergeEdits(toValues(base), form.getValues(), theirs);
    form.setValues(merged.values);
    form.resetDirty(theirs);
    setBase(current);
    setConflict({ ...merged, theirs });
    setNewConflict(true);
    return true;
  };

  return { base, editedAt: base?.edited_at, conflict, isGone, isNewConflict, accept };
}

/** True for the failure of a save because the object, or its project, no longer exists. */
export function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}

/** The object inside a 409 `{detail, current}`. */
function currentOf(error: unknown): unknown {
  if (!(error instanceof ApiError) || error.status !== 409) return undefined;
  const body = error.data as { current?: unknown } | undefined;
  return body?.current;
}
