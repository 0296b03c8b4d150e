import { afterAll, beforeAll } from 'vitest';
import { createCustomer, createFreelancer, type Person } from './factories.ts';
import { createTestApp, type TestApp } from './test-app.ts';

/** For a file of tests: the application, the freelancer ada with a client, and eve, a freelancer who is a stranger to both. */
export function peopleTests() {
  // Empty until the hook has run; a test never sees them so.
  const setup = {} as TestApp;
  const [ada, client, eve] = [{} as Person, {} as Person, {} as Person];
  beforeAll(async () => {
    Object.assign(setup, await createTestApp());
    Object.assign(ada, await createFreelancer(setup, { username: 'ada' }));
    Object.assign(client, await createCustomer(setup, { owner: ada, username: 'client' }));
    Object.assign(eve, await createFreelancer(setup));
  });
  afterAll(() => setup.close());
  return { setup, ada, client, eve };
}
