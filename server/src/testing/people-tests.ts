import { sharedTestApp } from './shared-test-app.ts';

/** For a file of tests: the application, the freelancer ada with a client, and eve, a freelancer who is a stranger to both. */
export async function peopleTests() {
  const setup = await sharedTestApp();
  const ada = await setup.createFreelancer({ username: 'ada' });
  const client = await setup.createCustomer({ owner: ada, username: 'client' });
  const eve = await setup.createFreelancer();
  return { setup, ada, client, eve };
}
