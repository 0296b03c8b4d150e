import type { Context } from '../../context.ts';
import type { JobHandlers } from '../../jobs/kinds.ts';
import { deliver } from './endpoints/deliver.ts';
import { stopEndpoints } from './endpoints/endpoints.ts';

export function programJobs(context: Context): Pick<JobHandlers, 'deliver-webhook' | 'stop-endpoints'> {
  return {
    'deliver-webhook': (payload, signal) => deliver(context, payload, signal),
    'stop-endpoints': (payload) => stopEndpoints(context, payload),
  };
}
