import type { Context } from '../../../context.ts';
import type { CurrentSession } from '../../../current/current-user.ts';
import { epochSeconds, readState } from '../auth-state.ts';

/** Time for which a sign-in or a confirmation allows changes that hand the account over (specification 3.19). */
const RECENT_SECONDS = 10 * 60;

export function isRecent(context: Pick<Context, 'now'>, session: CurrentSession | null): boolean {
  const provenAt = Math.max(0, ...readState(session).methods.map(({ at }) => at));
  return provenAt + RECENT_SECONDS >= epochSeconds(context);
}
