import type { Context } from '../../context.ts';
import type { JobHandlers } from '../../jobs/kinds.ts';
import { moveReminders } from './dates.ts';
import { claim, mail } from './send.ts';

export function noticeJobs(
  context: Context,
): Pick<JobHandlers, 'claim-notice' | 'mail-notice' | 'move-reminders'> {
  return {
    'claim-notice': ({ notice_id }) => claim(context, notice_id),
    'move-reminders': ({ user_id }) => moveReminders(context, user_id),
    'mail-notice': ({ notice_id }, signal) => mail(context, notice_id, signal),
  };
}
