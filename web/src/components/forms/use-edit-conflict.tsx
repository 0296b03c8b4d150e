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
 * The second click of a double click comes sooner: it was meant for the first save, and must neither make a new object
 * nor overwrite what the other wrote before anybody has seen that.
 */
const DOUBLE_CLICK_MILLISECONDS = 600;

/**
 * Handles two people editing one object (specification 5.6). A save sends `editedAt`; `meet` handles a 409 (true then):
 * it merges the other's change into the form without losing what was typed, and lets the next save through. It handles
 * a 404 as well: `isGone` is true from then on, and the next save makes a new object. While `isJustMet`, hold the next
 * save back. `base` is the object that the form was last compared with, undefined for a new one.
 */
export function useEditConflict<Item extends { edited_at: string }, Values extends Record<string, unknown>>({
  form,
  item,
  toValues,
}: Options<Item, Values>) {
  const [base, setBase] = useState(item);
  const [conflict, setConflict] = useState<(MergedEdits<Values> & { theirs: Values }) | null>(null);
  const [isGone, setGone] = useState(false);
  const [isJustMet, setJustMet] = useState(false);

  useEffect(() => {
    if (!isJustMet) return undefined;
    const timer = setTimeout(() => setJustMet(false), DOUBLE_CLICK_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [isJustMet]);

  const meet = (error: unknown): boolean => {
    if (base && isNotFound(error)) {
      setBase(undefined);
      setConflict(null);
      setGone(true);
      setJustMet(true);
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
    setJustMet(true);
    return true;
  };

  return { base, editedAt: base?.edited_at, conflict, isGone, isJustMet, meet };
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
