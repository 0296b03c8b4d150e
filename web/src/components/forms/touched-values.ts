/** Changed fields of a form; only they are sent and checked (specification 5.6), so that others are not overwritten. */
export function touchedValues<Values extends object>(
  form: { isDirty: (field: string) => boolean },
  values: Values,
): Partial<Values> {
  const touched = Object.entries(values).filter(([field]) => form.isDirty(field));
  return Object.fromEntries(touched) as Partial<Values>;
}

/** Errors of the fields that were touched; of all fields for a new object. */
export function errorsOfTouched(
  form: { isDirty: (field: string) => boolean },
  errors: Record<string, string>,
  isNew: boolean,
): Record<string, string> {
  return isNew ? errors : Object.fromEntries(Object.entries(errors).filter(([field]) => form.isDirty(field)));
}
