import { afterAll } from 'vitest';
import { createTestApp, type TestApp } from './test-app.ts';

/** One application for all tests of a file: called at the top of the file, closed after its last test. */
export async function sharedTestApp(...options: Parameters<typeof createTestApp>): Promise<TestApp> {
  const setup = await createTestApp(...options);
  afterAll(() => setup.close());
  return setup;
}
