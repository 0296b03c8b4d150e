import { stateOf } from '@vitrin/engine/sqlite/sqlite-dialect.ts';
import type { FastifyRequest } from 'fastify';
import type { Context } from '../../context.ts';
import type { CurrentSession, CurrentUser } from '../../current/current-user.ts';
import { isLook } from '../guards/looks.ts';
import { keepAnswers, type KeptAnswers } from '@vitrin/engine/answers/kept-answers.ts';

/** The first moment after `since` at which the clock alone changes what a user gets; undefined when there is none. */
type NextMoment = (
  context: Pick<Context, 'db'>,
  user: CurrentUser,
  since: string,
) => Promise<string | undefined>;

type UserSession = CurrentSession & { user: CurrentUser };

/**
 * Caches answers of signed-in people until anything is written, sessions and rights included. Only on SQLite: other
 * instances write to PostgreSQL, too.
 */
export function keepSessionAnswers(
  context: Context,
  nextMoment: NextMoment,
  isPaused: () => boolean,
): KeptAnswers {
  return keepAnswers<UserSession>({
    stateOf: () => stateOf(context.db),
    now: () => context.now().getTime(),
    // While it is read only, answers are made anew: each says so in its head, which the database does not hold.
    isPaused,
    askerOf: sessionToKeepFor,
    noteAsker: (request, session) => {
      request.session = session;
    },
    async holdsUntil({ user, sameUntil }, since) {
      const moment = await nextMoment(context, user, new Date(since).toISOString());
      return Math.min(sameUntil, moment === undefined ? Infinity : Date.parse(moment));
    },
  });
}

/** Returns the session to cache for. Looks of clients are counted, and a view as client changes with visits: neither is cached. */
function sessionToKeepFor(request: FastifyRequest): UserSession | undefined {
  const { session } = request;
  // A token's requests are counted, each of them.
  if (!session || session.token || !hasUser(session)) return undefined;
  const { role } = session.user;
  return role === 'freelancer' || (role === 'customer' && !isLook(request)) ? session : undefined;
}

function hasUser(session: CurrentSession): session is UserSession {
  return session.user !== null;
}
