import { setExtraStorage } from '@vitrin/server/features/users/service.ts';
import { type Command, requireNoMore, UsageError } from './command.ts';
import { requireFreelancerNamed } from './find-freelancer.ts';

const MOST_GB = 1_000_000;

/** Storage on top of the plan's (specification 6.6). */
export const grantStorage: Command = {
  usage: ['grant-storage USER GB        storage on top of the plan, 0 to take it back'],
  async run(context, [username, amount = '', ...more]) {
    const user = await requireFreelancerNamed(context, username);
    if (!/^\d+(\.\d+)?$/.test(amount) || Number(amount) > MOST_GB)
      throw new UsageError(`GB must be a number from 0 to ${MOST_GB}.`);
    requireNoMore(more);
    const gigabytes = Number(amount);
    await setExtraStorage(context.db, user.id, gigabytes);
    return {
      text: `${user.username} has ${gigabytes} GB on top of the plan.`,
      json: { username: user.username, extra_storage_gb: gigabytes },
    };
  },
};
