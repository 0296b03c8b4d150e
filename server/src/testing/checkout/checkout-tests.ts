import { afterAll, beforeEach } from 'vitest';
import type { Person } from '../factories.ts';
import { createIyzicoApp } from './iyzico-app.ts';
import { createStripeApp, startAnew } from './stripe-app.ts';
import { createTestApp, type TestApp } from '../test-app.ts';

/** For a test file: the application with Stripe as its gateway, and a new freelancer for each test. */
export const stripeTests = () => checkoutTests(createStripeApp, startAnew);

/** For a test file: the application with iyzico as its gateway, and a new freelancer for each test. */
export const iyzicoTests = () =>
  checkoutTests(createIyzicoApp, async (setup) => {
    const { iyzico, mails } = setup;
    iyzico.isDown = false;
    iyzico.failingCalls.clear();
    iyzico.lostAnswers.clear();
    await setup.runJobs();
    for (const list of [iyzico.notices, iyzico.changes, mails]) list.length = 0;
    return setup.createFreelancer();
  });

/** For a test file: the application with the test gateway, and a new freelancer for each test. */
export const sandboxTests = () =>
  checkoutTests(createTestApp, async (setup) => {
    await setup.runJobs();
    setup.mails.length = 0;
    return setup.createFreelancer();
  });

async function checkoutTests<Setup extends TestApp>(
  create: () => Promise<Setup>,
  begin: (setup: Setup) => Promise<Person>,
) {
  const setup = await create();
  afterAll(() => setup.close());
  // Empty until the hook has run, which is before any test.
  const ada = {} as Person;
  beforeEach(async () => void Object.assign(ada, await begin(setup)));
  return { setup, ada };
}
