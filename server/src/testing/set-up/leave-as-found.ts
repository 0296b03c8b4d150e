import { afterAll, vi } from 'vitest';
import { untilBlocksAreBack } from '@vitrin/engine/testing/blocks.ts';

// The next test file runs in the same worker, and would be affected by replaced functions and resources in use.
afterAll(async () => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  await untilBlocksAreBack();
});
