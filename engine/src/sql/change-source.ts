export type ChangeListener = {
  /** Called after each commit with one line for each changed thing (triggers.ts). */
  onChanges: (lines: string[]) => void;
  /** Called if changes may have been missed, so that everything read before may be stale. */
  onGap: () => void;
  log: { warn: (details: object, text: string) => void };
};

/** Source of a database's changes: its one connection on SQLite, notifications on PostgreSQL. */
export type ChangeSource = {
  /** Resolves once the listener is active or its first attempt has failed; returns a function that stops it. */
  listen: (listener: ChangeListener) => Promise<() => Promise<void>>;
};

/** A database adapter that publishes its changes. */
export type HasChanges = { readonly changes: ChangeSource };

/** The changes of a database that this process made or, on PostgreSQL, any other. */
export function changesOf(db: { getExecutor(): { adapter: object } }): ChangeSource {
  const adapter = db.getExecutor().adapter as Partial<HasChanges>;
  if (!adapter.changes) throw new Error('This database does not report its changes');
  return adapter.changes;
}
