import type { ListenNames } from '@vitrin/engine/postgres/postgres-changes.ts';

export const CHANNEL = 'vitrin_changes';

/** The function of SQLite that triggers call; each connection that writes defines it. */
export const NOTE_CHANGE = 'vitrin_note_change';

/** Name of the connection to PostgreSQL that listens. */
export const LISTEN_NAMES: ListenNames = {
  channel: CHANNEL,
  applicationName: 'vitrin live updates',
  unheard:
    'Live updates hear nothing from PostgreSQL: DATABASE_URL leads through a pooler in transaction mode, which drops LISTEN. Pages are up to date only after they are loaded anew',
};
