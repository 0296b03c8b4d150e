import type { Payment } from '@vitrin/shared/contract/payments/checkout.ts';
import type { Page } from '@vitrin/shared/contract/common.ts';
import type { Person } from '../factories.ts';
import { checkout } from './stripe-app.ts';
import type { TestApp } from '../test-app.ts';

/** The first page of a person's payments, newest first. */
export async function paymentsOf({ browser }: Person): Promise<Payment[]> {
  return (await browser.get('/api/payments/')).json<Page<Payment>>().results;
}

/** Sends the form of the test gateway. */
export function payInSandbox(person: Person, token: string, outcome: 'success' | 'failure' = 'success') {
  return person.browser.post('/api/checkout/sandbox/', { token, outcome });
}

/** Buys a plan at the test gateway and runs the jobs that follow. Returns the token of the purchase. */
export async function buyInSandbox(setup: TestApp, person: Person, plan: number): Promise<string> {
  const { token } = await checkout(person, plan);
  await payInSandbox(person, token);
  await setup.runJobs();
  return token;
}
