import type { AuthSession } from '@vitrin/shared/contract/account/auth.ts';
import type { Context } from '../../../context.ts';
import { timestampOf } from '../../../context.ts';
import type { CurrentUser } from '../../../current/current-user.ts';
import { ValidationError } from '../../../errors.ts';
import { readState, type Visitor } from '../auth-state.ts';
import { deleteOwnSessions, listSessionsOf } from './session-queries.ts';

export async function getSessions(
  context: Context,
  { session }: Visitor,
  user: CurrentUser,
): Promise<AuthSession[]> {
  const rows = await listSessionsOf(context.db, user.id, timestampOf(context));
  return rows.map(({ id, user_agent, ip, state, created_at, last_seen }) => ({
    id,
    user_agent,
    ip,
    created_at: Date.parse(created_at) / 1000,
    is_current: id === session?.id,
    last_seen_at: Date.parse(last_seen) / 1000,
    methods: readState({ state }).methods.map(({ method, type, provider, uid, at }) => ({
      method,
      ...(type !== undefined && { type }),
      ...(provider !== undefined && { provider }),
      ...(uid !== undefined && { uid }),
      at,
    })),
  }));
}

/** Ends some of the user's own sessions and returns the rest. Throws ValidationError when one is not the user's. */
export async function endSessions(
  context: Context,
  visitor: Visitor,
  user: CurrentUser,
  ids: number[],
): Promise<AuthSession[]> {
  const listed = new Set((await getSessions(context, visitor, user)).map(({ id }) => id));
  if (ids.some((id) => !listed.has(id))) throw new ValidationError({ sessions: 'auth.invalid_choice' });
  await deleteOwnSessions(context.db, user.id, ids);
  context.log.info({ user: user.id, sessions: ids }, 'Sessions ended');
  return getSessions(context, visitor, user);
}
