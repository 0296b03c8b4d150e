import type { Measured } from '../metrics/metrics.ts';

export type WorkerSetup = {
  /** Workers count from 2 on; the first process is 1. */
  worker: number;
  workers: number;
  /** Address at which the first process answers forwarded requests. */
  socketPath: string;
  /** DATABASE_URL leads through a pooler in transaction mode. */
  isPooled: boolean;
};

/** From the first process to a worker. A connection comes with its socket. */
export type ToWorker = { kind: 'connection' } | { kind: 'measure'; question: number };

export type FromWorker =
  | { kind: 'ready' }
  | { kind: 'events' | 'deliveries' | 'shown'; counted: unknown[] }
  | { kind: 'measured'; question: number; measured: Measured };
