/** What becomes of a form whose object was changed by somebody else in the meantime. */
export type MergedEdits<Values> = {
  /** What the form shows now: the other's change where the reader had changed nothing, else what was typed. */
  values: Values;
  /** Changed by both, and differently: what was typed stays, and the reader has to know. */
  conflicts: (keyof Values & string)[];
  /** Changed by the other only, and taken over. */
  taken: (keyof Values & string)[];
};

/**
 * Three-way merge by field (specification 5.6): `base` is what the form was opened with, `mine` what
 * it holds, `theirs` the object as it is on the server now.
 */
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
