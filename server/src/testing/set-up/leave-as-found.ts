import { afterAll, vi } from 'vitest';
import { untilBlocksAreBack } from '@vitrin/engine/testing/blocks.ts';

// The next file of tests runs in the same worker, and would meet what this one has left replaced or in use.
afterAll(async () => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  await untilBlocksAreBack();
});
