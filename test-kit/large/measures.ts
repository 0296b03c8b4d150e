import { residentMegabytes } from './process-memory.ts';
import type { Product } from '../product.ts';

export const GB = 1024 ** 3;

/** The most memory that the server has held since it started, in MB. Linux only. */
export function peakMemoryMb({ pid }: Product): number {
  return residentMegabytes(pid).peak;
}

/** Runs `work` and says how many seconds it took. */
export async function timed<T>(work: () => Promise<T>): Promise<[seconds: number, result: T]> {
  const start = performance.now();
  const result = await work();
  return [(performance.now() - start) / 1000, result];
}

/** A size in words, such as `2.00 GB`. */
export function gb(bytes: number): string {
  return `${(bytes / GB).toFixed(2)} GB`;
}

/** A speed in words, such as `234 MB/s`. */
export function rate(bytes: number, seconds: number): string {
  return `${(bytes / seconds / 1_000_000).toFixed(0)} MB/s`;
}
