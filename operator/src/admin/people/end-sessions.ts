import { endAllSessions } from '@vitrin/server/features/auth/service.ts';
import { type Command, requireNoMore, UsageError } from '../command.ts';

/**
 * Ends all sessions and tokens of a user after a device was lost or a cookie stolen. The password stays; if others know it, a
 * reset link is needed too.
 */
export const endSessions: Command = {
  usage: [
    'users end-sessions USER        signs somebody out everywhere, ends tokens and calendar; the password stays',
  ],
  async run(context, [user, ...more]) {
    if (!user) throw new UsageError('The name of a user is missing.');
    requireNoMore(more);
    const username = await endAllSessions(context, user);
    return { text: `${username} is signed out everywhere.`, json: { username, signed_out: true } };
  },
};
