import type { Database } from '../connect.ts';
import { ConfigError } from '../../errors.ts';
import { readInstallationIfAny } from './state.ts';
import { readOnlyReason } from './watch.ts';

/** Throws ConfigError when this installation has moved elsewhere; must run before anything is migrated. */
export async function refuseMoved(db: Database, store: string): Promise<void> {
  const installation = await readInstallationIfAny(db);
  if (!installation || readOnlyReason(installation, store) !== 'moved') return;
  const { state, since, moved_to, files_in } = installation;
  const where =
    state === 'moved'
      ? `This installation moved to ${moved_to ?? 'another place'} on ${since.slice(0, 10)}`
      : `The files of this installation are in ${files_in ?? ''} since ${since.slice(0, 10)}, and not in ${store}`;
  throw new ConfigError(
    `${where}: start it with the environment that npm run move was given. To go on here all the same: npm run admin -- read-only off --despite-move.`,
  );
}
