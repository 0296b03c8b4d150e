import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { constants, monitorEventLoopDelay, PerformanceObserver } from 'node:perf_hooks';
import type { Attributes, Meter } from '@opentelemetry/api';

const GC_SECONDS = [0.001, 0.01, 0.1, 1, 2, 5];
const GC_KINDS: Readonly<Record<number, string>> = {
  [constants.NODE_PERFORMANCE_GC_MAJOR]: 'major',
  [constants.NODE_PERFORMANCE_GC_MINOR]: 'minor',
  [constants.NODE_PERFORMANCE_GC_INCREMENTAL]: 'incremental',
  [constants.NODE_PERFORMANCE_GC_WEAKCB]: 'weakcb',
};
type Collection = PerformanceEntry & { detail: { kind: number } };

const NANOSECONDS = 1e9;
const MICROSECONDS = 1e6;

/** Figures of this process under the names that Prometheus' own clients use, so that common dashboards show them. */
export function measureProcess(meter: Meter): void {
  const gauge = (name: string, description: string, read: () => number, labels: Attributes = {}) =>
    meter
      .createObservableGauge(name, { description })
      .addCallback((result) => result.observe(read(), labels));
  const counter = (name: string, description: string, read: () => number) =>
    meter.createObservableCounter(name, { description }).addCallback((result) => result.observe(read()));

  counter('process_cpu_user_seconds_total', 'User processor time in seconds', () => cpuSeconds(['user']));
  counter('process_cpu_system_seconds_total', 'System processor time in seconds', () =>
    cpuSeconds(['system']),
  );
  counter('process_cpu_seconds_total', 'User and system processor time in seconds', () =>
    cpuSeconds(['user', 'system']),
  );
  const startedAt = Math.round(Date.now() / 1000 - process.uptime());
  gauge('process_start_time_seconds', 'Start of the process in seconds since 1970', () => startedAt);
  gauge('process_resident_memory_bytes', 'Resident memory in bytes', () => process.memoryUsage.rss());
  gauge('nodejs_heap_size_total_bytes', 'Heap of V8 in bytes', () => process.memoryUsage().heapTotal);
  gauge('nodejs_heap_size_used_bytes', 'Used heap of V8 in bytes', () => process.memoryUsage().heapUsed);
  gauge(
    'nodejs_external_memory_bytes',
    'Memory bound to the heap in bytes',
    () => process.memoryUsage().external,
  );
  gauge(
    'nodejs_active_resources_total',
    'Resources that keep the event loop alive',
    () => process.getActiveResourcesInfo().length,
  );
  gauge('nodejs_version_info', 'Version of Node', () => 1, { version: process.version });
  if (existsSync('/proc/self/fd')) {
    gauge('process_open_fds', 'Open file descriptors', () => readdirSync('/proc/self/fd').length);
    gauge('process_max_fds', 'Most file descriptors that may be open', mostFileDescriptors);
  }
  measureEventLoop(meter);
  measureCollections(meter);
}

/** Delays of the event loop since the scrape before. */
function measureEventLoop(meter: Meter): void {
  const delays = monitorEventLoopDelay({ resolution: 10 });
  delays.enable();
  const figures = {
    max: () => delays.max,
    mean: () => delays.mean,
    p50: () => delays.percentile(50),
    p90: () => delays.percentile(90),
    p99: () => delays.percentile(99),
  };
  const gauges = Object.entries(figures).map(([name, read]) => {
    const description = `Delay of the event loop in seconds (${name})`;
    return [
      meter.createObservableGauge(`nodejs_eventloop_lag_${name}_seconds`, { description }),
      read,
    ] as const;
  });
  meter.addBatchObservableCallback(
    (result) => {
      for (const [gauge, read] of gauges) {
        const seconds = read() / NANOSECONDS;
        // Without a delay there is no mean.
        if (Number.isFinite(seconds)) result.observe(gauge, seconds);
      }
      delays.reset();
    },
    gauges.map(([gauge]) => gauge),
  );
}

function measureCollections(meter: Meter): void {
  const durations = meter.createHistogram('nodejs_gc_duration_seconds', {
    description: 'Garbage collections by kind: major, minor, incremental or weakcb',
    advice: { explicitBucketBoundaries: GC_SECONDS },
  });
  new PerformanceObserver((list) => {
    for (const { duration, detail } of list.getEntries() as Collection[])
      durations.record(duration / 1000, { kind: GC_KINDS[detail.kind] ?? 'other' });
  }).observe({ entryTypes: ['gc'] });
}

function cpuSeconds(kinds: readonly ('user' | 'system')[]): number {
  const usage = process.cpuUsage();
  return kinds.reduce((sum, kind) => sum + usage[kind], 0) / MICROSECONDS;
}

function mostFileDescriptors(): number {
  return Number(/^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1]);
}
