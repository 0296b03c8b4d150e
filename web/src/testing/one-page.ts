import { builtinEnvironments, type Environment } from 'vitest/runtime';

const { jsdom } = builtinEnvironments;
let page: ReturnType<typeof jsdom.setup> | undefined;

/**
 * One page for all files of tests in a worker, because they share modules, which keep the page that they were loaded
 * in. `set-up.ts` empties it after each test.
 */
export default {
  name: 'one-page',
  viteEnvironment: 'client',
  async setup(global, options) {
    page ??= jsdom.setup(global, options);
    await page;
    return { teardown: () => {} };
  },
} satisfies Environment;
