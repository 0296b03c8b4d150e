import type { UseFormReturnType } from '@mantine/form';
import { useState } from 'react';
import { ApiError } from '../../lib/api-error.ts';
import { type MergedEdits, mergeEdits } from '../../lib/merge-edits.ts';

type Options<Item extends { edited_at: string }, Values extends Record<string, unknown>> = {
  form: UseFormReturnType<Values>;
  /** Undefined where something new is made: then there is nobody to collide with. */
  item: Item | undefined;
  toValues: (item: Item) => Values;
};

/**
 * Specification 5.6: the save sends `editedAt`; `meet` takes a 409 (true then), merges the other's
 * change into the form without losing what was typed, and lets the next save through. `base` is the object as the form
 * last met it.
 */
export function useEditConflict<Item extends { edited_at: string }, Values extends Record<string, unknown>>({
  form,
  item,
  toValues,
}: Options<Item, Values>) {
  const [base, setBase] = useState(item);
  const [conflict, setConflict] = useState<(MergedEdits<Values> & { theirs: Values }) | null>(null);

  const meet = (error: unknown): boolean => {
    const current = currentOf(error) as Item | undefined;
    if (!current || !base) return false;
    const theirs = toValues(current);
    const merged = mergeEdits(toValues(base), form.getValues(), theirs);
    form.setValues(merged.values);
    setBase(current);
    setConflict({ ...merged, theirs });
    return true;
  };

  return { base, editedAt: base?.edited_at, conflict, meet };
}

/** The object inside a 409 `{detail, current}`. */
function currentOf(error: unknown): unknown {
  if (!(error instanceof ApiError) || error.status !== 409) return undefined;
  const body = error.data as { current?: unknown } | undefined;
  return body?.current;
}
