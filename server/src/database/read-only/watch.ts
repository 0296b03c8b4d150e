import type { Database } from '../connect.ts';
import { type InstallationState, readInstallation } from './state.ts';

export const WATCH_MILLISECONDS = 1000;

/** Why nothing is written: its owner said so, it is being moved, or it has moved elsewhere. */
type ReadOnlyReason = 'maintenance' | 'move' | 'moved';

export type ReadOnlyWatch = {
  reason: () => ReadOnlyReason | undefined;
  refresh: () => Promise<void>;
  start: (onChange: (reason: ReadOnlyReason | undefined) => void) => void;
  stop: () => void;
};

/** `store` is the name of the store that this server has its files in (storeNameOf). */
export function createReadOnlyWatch(db: Database, store: string): ReadOnlyWatch {
  let reason: ReadOnlyReason | undefined;
  let timer: NodeJS.Timeout | undefined;
  const refresh = async () => {
    reason = readOnlyReason(await readInstallation(db), store);
  };
  return {
    reason: () => reason,
    refresh,
    start(onChange) {
      const tick = async () => {
        const before = reason;
        // Every request reports a database that does not answer; the last known state stays.
        await refresh().catch(() => {});
        if (timer === undefined) return;
        if (reason !== before) onChange(reason);
        timer = setTimeout(() => void tick(), WATCH_MILLISECONDS).unref();
      };
      timer = setTimeout(() => void tick(), WATCH_MILLISECONDS).unref();
    },
    stop() {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}

/** Reason why a server with its files in `store` may not write to this database; undefined if it may. */
export function readOnlyReason(
  installation: Pick<InstallationState, 'state' | 'files_in'> | undefined,
  store: string,
): ReadOnlyReason | undefined {
  if (!installation) return undefined;
  const { state, files_in } = installation;
  if (state === 'moved' || (files_in !== null && files_in !== store)) return 'moved';
  if (state === 'moving') return 'move';
  return state === 'read-only' ? 'maintenance' : undefined;
}
