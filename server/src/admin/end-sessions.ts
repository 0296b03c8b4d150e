import { endAllSessions } from '../features/auth/service.ts';
import { type Command, requireNoMore, UsageError } from './command.ts';

/** For a lost device or a stolen cookie. The password stays: one that others know needs a reset link, too. */
export const endSessions: Command = {
  usage: ['end-sessions USER            signs somebody out everywhere; the password stays'],
  async run(context, [user, ...more]) {
    if (!user) throw new UsageError('The name of a user is missing.');
    requireNoMore(more);
    return `${await endAllSessions(context, user)} is signed out everywhere.`;
  },
};
