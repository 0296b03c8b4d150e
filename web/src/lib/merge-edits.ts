/** Result of merging a form with another person's edit of its object. */
export type MergedEdits<Values> = {
  /** New values of the form: the other's change where the reader has changed nothing, else the input. */
  values: Values;
  /** Fields that both changed differently: the input stays, and the reader gets a message. */
  conflicts: (keyof Values & string)[];
  /** Fields that only the other person changed; the form has taken them over. */
  taken: (keyof Values & string)[];
};

/** Three-way merge by field (specification 5.6): `base` at opening, `mine` in the form, `theirs` on the server. */
export function mergeEdits<Values extends Record<string, unknown>>(
  base: Values,
  mine: Values,
  theirs: Values,
): MergedEdits<Values> {
  const values = { ...mine };
  const conflicts: (keyof Values & string)[] = [];
  const taken: (keyof Values & string)[] = [];
  for (const field of Object.keys(base) as (keyof Values & string)[]) {
    if (theirs[field] === base[field] || theirs[field] === mine[field]) continue;
    if (mine[field] === base[field]) {
      values[field] = theirs[field];
      taken.push(field);
    } else {
      conflicts.push(field);
    }
  }
  return { values, conflicts, taken };
}
