import type { Context } from '../../context.ts';
import type { JobHandlers } from '../../jobs/kinds.ts';
import { sendInvitation } from './invitations.ts';

/** Handlers of the jobs that invite customers. */
export function customerJobs(context: Context): Pick<JobHandlers, 'mail-invitation'> {
  return { 'mail-invitation': (payload, signal) => sendInvitation(context, payload, signal) };
}
