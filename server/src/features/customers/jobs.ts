import type { Context } from '../../context.ts';
import type { JobHandlers } from '../../jobs/kinds.ts';
import { sendInvitation } from './invitations.ts';

export function customerJobs(context: Context): Pick<JobHandlers, 'mail-invitation'> {
  return { 'mail-invitation': (payload, signal) => sendInvitation(context, payload, signal) };
}
