import { issueResetLink } from '@vitrin/server/features/auth/service.ts';
import { type Command, requireNoMore, UsageError } from '../command.ts';

/**
 * A reset link for a user who lost the mailbox. Anybody who has the link can sign in, so it is handed over in person.
 */
export const resetLink: Command = {
  usage: ['reset-link USER              a link to choose a new password, valid for 24 hours, once'],
  async run(context, [user, ...more]) {
    if (!user) throw new UsageError('The name of a user is missing.');
    requireNoMore(more);
    const { username, link } = await issueResetLink(context, user);
    const text = `A new password for ${username}, within 24 hours and before the next login:\n${link}`;
    return { text, json: { username, link } };
  },
};
