import { removeFactorOf } from '@vitrin/server/features/auth/service.ts';
import { type Command, requireNoMore, UsageError } from '../command.ts';

/**
 * Removes the second factor of a user who lost the app and the recovery codes. Anybody with the password gets in
 * afterwards, so make sure who asks; every verified address gets a mail.
 */
export const removeFactor: Command = {
  usage: ['users remove-factor USER       removes a lost authenticator app; the password stays'],
  async run(context, [user, ...more]) {
    if (!user) throw new UsageError('The name of a user is missing.');
    requireNoMore(more);
    const { username, isRemoved } = await removeFactorOf(context, user);
    const text = isRemoved
      ? `${username} logs in without a second step, and was mailed about it.`
      : `${username} has no second step.`;
    return { text, json: { username, removed: isRemoved } };
  },
};
