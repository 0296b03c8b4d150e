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
 * Keeps answers for people who are signed in. Their sessions and rights are rows like others: as long as nothing was
 * written, they are the same. On SQLite alone: with PostgreSQL writes of other instances are not known at once.
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

/**
 * A look of a client is counted by the handler, each time. A freelancer's view as client also changes with the end
 * of that client's visits, and is not kept.
 */
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
