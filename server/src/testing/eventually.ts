import { vi } from 'vitest';

/** Repeats a check until it succeeds, for at most ten seconds, because the machine may be busy. */
export function eventually<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, { timeout: 10_000, interval: 20 });
}
