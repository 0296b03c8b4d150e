import { findUserByUsername } from '@vitrin/server/features/users/service.ts';
import { type AdminContext, UsageError } from './command.ts';

/** The freelancer of this name, in upper or lower case. Throws UsageError when there is none. */
export async function requireFreelancerNamed(
  { db }: AdminContext,
  username: string | undefined,
): Promise<{ id: number; username: string }> {
  if (!username) throw new UsageError('The name of a user is missing.');
  const user = await findUserByUsername(db, username);
  if (!user) throw new UsageError(`There is no user ${username}.`);
  if (user.user_type !== 'freelancer')
    throw new UsageError(`${user.username} is a customer and has no plan.`);
  return user;
}
