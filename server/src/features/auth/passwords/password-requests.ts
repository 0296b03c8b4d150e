import type { Language } from '@vitrin/shared/contract/users.ts';
import type { Context } from '../../../context.ts';
import type { Database } from '../../../database/connect.ts';
import { limitRate } from '../../../rate-limits/rate-limits.ts';
import { enqueue } from '../../../jobs/enqueue.ts';
import { resetMail } from '../mails/mails.ts';
import { countMailToStranger } from '../mails/mails-to-strangers.ts';
import { resetToken } from './password-tokens.ts';
import {
  type AccountRow,
  findAccount,
  findFreelancerNames,
  listAccountsByEmail,
  listAddresses,
  listOwnersOfEmail,
} from '../queries.ts';

const REQUESTS_OF_EMAIL = { amount: 5, seconds: 60 };

/** Enqueues a reset request; a job finds the account, so that every address gets the same answer and time. */
export async function requestPasswordReset(
  context: Context,
  email: string,
  language: Language,
): Promise<void> {
  await limitRate(context, `reset_password:${email}`, REQUESTS_OF_EMAIL);
  await enqueue(context, 'mail-password-reset', { email, language });
}

/** Job: mails a reset link per account that has verified the address, at most five, or to an account's only address. */
export async function mailPasswordReset(
  context: Context,
  { email, language }: { email: string; language: Language },
): Promise<void> {
  const proven = (await listAccountsByEmail(context.db, email)).filter(({ verified }) => verified);
  const accounts = proven.length > 0 ? proven : await listSoleOwners(context.db, email);
  for (const account of accounts) await mailResetOf(context, account, email, language);
}

/** Returns the newest account that has this address and no other, if any. */
async function listSoleOwners(db: Database, email: string): Promise<AccountRow[]> {
  const owners = await listOwnersOfEmail(db, email);
  const sole = owners.find(({ address_count }) => Number(address_count) === 1);
  const account = sole && (await findAccount(db, sole.user_id));
  return account ? [account] : [];
}

async function mailResetOf(
  context: Context,
  account: AccountRow,
  email: string,
  language: Language,
): Promise<void> {
  const address = (await listAddresses(context.db, account.id)).find((row) => row.email === email);
  if (!address?.verified && !(await countMailToStranger(context, account)).allowed) {
    context.log.info({ user: account.id }, 'Reset link not mailed: too many mails to unverified addresses');
    return;
  }
  const token = resetToken(context, account, address);
  const { freelancer, username, sender } = await findFreelancerNames(context.db, account);
  // An address that is not proven may be a stranger's, who gets nothing but the usernames (specification 9.16).
  const names = address?.verified ? { freelancer, sender } : { freelancer: username };
  const mail = resetMail(
    {
      to: email,
      username: account.username,
      language,
      ...names,
    },
    context.config.publicUrl,
    token,
  );
  await enqueue(context, 'send-mail', mail);
  context.log.info({ user: account.id }, 'Reset link issued');
}
