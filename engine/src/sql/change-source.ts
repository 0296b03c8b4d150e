/** Hears of what committed transactions changed. */
export type ChangeListener = {
  /** Called after each commit that changed something, with one line for each thing; see triggers.ts. */
  onChanges: (lines: string[]) => void;
  /** Called when changes may have been missed: what is known may be out of date. */
  onGap: () => void;
  log: { warn: (details: object, text: string) => void };
};

/** Where the changes of a database come from: on SQLite its one connection, on PostgreSQL its notifications. */
export type ChangeSource = {
  /** Resolves once changes are heard, or once it is known that they are not yet. The result ends it. */
  listen: (listener: ChangeListener) => Promise<() => Promise<void>>;
};

/** An adapter of a database that tells of its changes. */
export type TellsOfChanges = { readonly changes: ChangeSource };

/** The changes of a database that this process made or, on PostgreSQL, any other. */
export function changesOf(db: { getExecutor(): { adapter: object } }): ChangeSource {
  const adapter = db.getExecutor().adapter as Partial<TellsOfChanges>;
  if (!adapter.changes) throw new Error('This database does not tell of its changes');
  return adapter.changes;
}
