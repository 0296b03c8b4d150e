/**
 * A form's values without an unchanged description, which is then neither checked nor sent: a text from before a limit
 * must not block other changes. `base` is undefined for a new object.
 */
export function withoutStoredDescription<Values extends { description: string }>(
  values: Values,
  base: { description: string } | undefined,
): Omit<Values, 'description'> & { description?: string } {
  if (values.description !== base?.description) return values;
  const { description: _, ...changed } = values;
  return changed;
}
