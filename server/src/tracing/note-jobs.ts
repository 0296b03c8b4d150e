import type { RunningWork } from '@vitrin/engine/event-loop/running-work.ts';
import type { JobOutcome, NoteJob } from '../jobs/worker.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { Traces } from './traces.ts';

export function noteJobs(
  work: Pick<RunningWork, 'begin'>,
  { metrics, traces }: { metrics: Metrics | undefined; traces: Traces | undefined },
): NoteJob {
  return ({ kind: job, traceparent }) => {
    const endWork = work.begin(() => ({ job }));
    const endMeasured = metrics?.noteJob(job);
    const trace = traces?.begin(`job ${job}`, 'job', { above: traceparent });
    const end = (outcome: JobOutcome) => {
      endWork();
      endMeasured?.(outcome);
      const isFailure = outcome === 'failed' || outcome === 'given_up';
      if (trace) traces?.end(trace, { 'vitrin.outcome': outcome }, isFailure ? outcome : undefined);
    };
    return { trace, end };
  };
}
