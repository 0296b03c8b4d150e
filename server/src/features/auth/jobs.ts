import type { Context } from '../../context.ts';
import { deleteExpiredCounters } from '../../rate-limits/rate-limits.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import type { JobHandlers } from '../../jobs/kinds.ts';
import { jobExists } from '../../jobs/queries.ts';
import { sweepDevices } from './devices/devices.ts';
import { mailLoginCode } from './codes/code-requests.ts';
import { mailVerificationTo } from './addresses/email-addresses.ts';
import { remindOfErasure, notifyOfErasure } from './erasure/erasure-news.ts';
import { mailPasswordReset } from './passwords/password-requests.ts';
import { sweepChallenges } from './passkeys/passkeys.ts';
import { recordRefusedLogin, sweepSecurityEvents } from './security/events.ts';
import { sweepReclaims } from './security/reclaim.ts';
import { sweepTokens } from './tokens/tokens.ts';
import { sweepSessions } from './service.ts';
import { sweepNewAccounts } from '../users/service.ts';
import { sweepUnproven } from './signup/unproven-accounts.ts';

const SWEEP_SECONDS = 3600;

type AuthJobs =
  | 'mail-login-code'
  | 'mail-password-reset'
  | 'mail-verification'
  | 'record-refused-login'
  | 'remind-of-erasure'
  | 'tell-of-erasure'
  | 'sweep-expired';

export function authJobs(context: Context): Pick<JobHandlers, AuthJobs> {
  return {
    'mail-login-code': (request) => mailLoginCode(context, request),
    'mail-password-reset': (request) => mailPasswordReset(context, request),
    'mail-verification': (request) => mailVerificationTo(context, request),
    'record-refused-login': (refusal) => recordRefusedLogin(context, refusal),
    'remind-of-erasure': (payload) => remindOfErasure(context, payload),
    'tell-of-erasure': (payload) => notifyOfErasure(context, payload),
    'sweep-expired': async () => {
      await sweepSessions(context);
      await sweepDevices(context);
      await sweepUnproven(context);
      await sweepNewAccounts(context);
      await sweepSecurityEvents(context);
      await sweepReclaims(context);
      await sweepTokens(context);
      await sweepChallenges(context);
      await deleteExpiredCounters(context);
      await enqueue(context, 'sweep-expired', {}, SWEEP_SECONDS);
    },
  };
}

/** Enqueues the first sweep of expired sessions, devices, counters and unverified accounts; the job repeats itself. */
export async function startSweepingAccounts(context: Context): Promise<void> {
  if (!(await jobExists(context.db, 'sweep-expired'))) await enqueue(context, 'sweep-expired', {});
}
