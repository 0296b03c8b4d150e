import { afterAll, vi } from 'vitest';

// The next file of tests runs in the same worker, and would meet what this one has left replaced.
afterAll(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});
