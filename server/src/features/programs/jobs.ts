import type { Context } from '../../context.ts';
import type { JobHandlers } from '../../jobs/kinds.ts';
import { deliver } from './endpoints/deliver.ts';
import { stopEndpoints } from './endpoints/endpoints.ts';

/** Handlers of the jobs that push events to endpoints. */
export function programJobs(context: Context): Pick<JobHandlers, 'deliver-webhook' | 'stop-endpoints'> {
  return {
    'deliver-webhook': (payload, signal) => deliver(context, payload, signal),
    'stop-endpoints': (payload) => stopEndpoints(context, payload),
  };
}
