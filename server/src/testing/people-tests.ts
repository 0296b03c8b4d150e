import { createCustomer, createFreelancer } from './factories.ts';
import { sharedTestApp } from './shared-test-app.ts';

/** For a file of tests: the application, the freelancer ada with a client, and eve, a freelancer who is a stranger to both. */
export async function peopleTests() {
  const setup = await sharedTestApp();
  const ada = await createFreelancer(setup, { username: 'ada' });
  const client = await createCustomer(setup, { owner: ada, username: 'client' });
  const eve = await createFreelancer(setup);
  return { setup, ada, client, eve };
}
