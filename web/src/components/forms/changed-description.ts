/**
 * A form's values without a description that is as it was stored: neither checked nor sent, so that a text from before
 * a limit does not hold back what else is changed. `base` is undefined where something new is made.
 */
export function withoutStoredDescription<Values extends { description: string }>(
  values: Values,
  base: { description: string } | undefined,
): Omit<Values, 'description'> & { description?: string } {
  if (values.description !== base?.description) return values;
  const { description: _, ...changed } = values;
  return changed;
}
