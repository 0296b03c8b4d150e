/** True if the object was edited after the form was opened (specification 5.6); false without `given`. */
export function isBehind(given: string | undefined, editedAt: string): boolean {
  return given !== undefined && Date.parse(given) < Date.parse(editedAt);
}

/** The time of an edit: now, but always later than the last edit, so that two edits in one millisecond differ. */
export function nextEditedAt({ now }: { now: () => Date }, editedAt: string): string {
  return new Date(Math.max(now().getTime(), Date.parse(editedAt) + 1)).toISOString();
}

/** Returns wanted values that differ from stored ones. A save without any moves no date and makes no open form outdated. */
export function changesOf<Stored, Field extends keyof Stored>(
  stored: Stored,
  wanted: { [Each in Field]: Stored[Each] | undefined },
): Partial<Pick<Stored, Field>> {
  const changes: Partial<Pick<Stored, Field>> = {};
  for (const field of Object.keys(wanted) as Field[]) {
    const value = wanted[field];
    if (value !== undefined && value !== stored[field]) changes[field] = value;
  }
  return changes;
}

export function isEmpty(changes: object): boolean {
  return Object.keys(changes).length === 0;
}
