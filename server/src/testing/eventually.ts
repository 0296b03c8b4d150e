import { vi } from 'vitest';

/** Repeats a check until it throws no more, as long as a busy machine may need: ten seconds. */
export function eventually<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, { timeout: 10_000, interval: 20 });
}
