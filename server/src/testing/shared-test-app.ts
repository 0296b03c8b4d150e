import { afterAll, beforeEach } from 'vitest';
import { createTestApp, type TestApp } from './test-app.ts';

/** One application for all tests of a file: called at the top level, closed after its last test. */
export async function sharedTestApp(...options: Parameters<typeof createTestApp>): Promise<TestApp> {
  const setup = await createTestApp(...options);
  afterAll(() => setup.close());
  return setup;
}

/** For a test file: the application, the freelancer ada with a client, and eve, a freelancer unrelated to both. */
export async function peopleTests() {
  const setup = await sharedTestApp();
  const ada = await setup.createFreelancer({ username: 'ada' });
  const client = await setup.createCustomer({ owner: ada, username: 'client' });
  const eve = await setup.createFreelancer();
  return { setup, ada, client, eve };
}

/** For a test file: the application, and for each test a new guest, an hour after the previous one. */
export async function guestTests(...options: Parameters<typeof createTestApp>) {
  const setup = await sharedTestApp(...options);
  const guest = setup.createBrowser();
  beforeEach(() => {
    setup.advance(3600);
    guest.forget();
  });
  return { setup, guest };
}
