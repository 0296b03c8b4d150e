import type { Measured } from '../metrics/metrics.ts';

export type WorkerSetup = {
  /** From 2; the first process is 1. */
  worker: number;
  workers: number;
  /** For forwarded requests. */
  socketPath: string;
  /** A pooler in transaction mode. */
  isPooled: boolean;
};

/** A connection comes with its socket. */
export type ToWorker = { kind: 'connection' } | { kind: 'measure'; question: number };

export type FromWorker =
  | { kind: 'ready' }
  | { kind: 'events' | 'deliveries' | 'shown'; counted: unknown[] }
  | { kind: 'measured'; question: number; measured: Measured };
