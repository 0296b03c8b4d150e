import type { Context } from '../../context.ts';
import type { JobHandlers } from '../../jobs/kinds.ts';
import { resumeRenewal, stopRenewal } from './renewal.ts';
import { eraseDue, forgetPerson } from './service.ts';

export function accountJobs(
  context: Context,
): Pick<JobHandlers, 'erase-account' | 'forget-person' | 'stop-renewal' | 'resume-renewal'> {
  return {
    'erase-account': (payload, signal) => eraseDue(context, payload, signal),
    'forget-person': (payload, signal) => forgetPerson(context, payload, signal),
    'stop-renewal': (payload) => stopRenewal(context, payload),
    'resume-renewal': (payload) => resumeRenewal(context, payload),
  };
}
