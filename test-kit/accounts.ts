import type { Customer } from '@vitrin/shared/contract/customers.ts';
import { type ApiSession, openApiSession } from './api-session.ts';
import { waitForMail } from './outbox.ts';

export const PASSWORD = 'petrol-green-window';

type Installation = { url: string; dataDir: string };

/** Signs a freelancer up and verifies by the mailed link, which logs in, all through the API. */
export async function registerFreelancer(
  product: Installation,
  username: string,
  password = PASSWORD,
): Promise<ApiSession> {
  const session = openApiSession(product.url);
  const email = `${username}@example.com`;
  await session.expectCall(401, 'POST', '/_allauth/browser/v1/auth/signup', { username, email, password });
  const { link } = await waitForMail(product.dataDir, email, '/verify-email');
  const key = link.searchParams.get('key');
  await session.expectCall(200, 'POST', '/_allauth/browser/v1/auth/email/verify', { key });
  return session;
}

/** Creates a customer and returns the row of the freelancer's list, with the token of the registration link. */
export async function inviteCustomer(freelancer: ApiSession, username: string): Promise<Customer> {
  const { id } = await freelancer.expectCall<{ id: number }>(201, 'POST', '/api/users/', { username });
  const { results } = await freelancer.expectCall<{ results: Customer[] }>(200, 'GET', '/api/users/');
  const customer = results.find((row) => row.id === id);
  if (!customer) throw new Error(`${username} is not among the customers`);
  return customer;
}

/** Sets the password by the token of the registration link, which signs the customer in. */
export async function registerCustomer(
  product: Installation,
  token: string | null,
  password = PASSWORD,
): Promise<ApiSession> {
  const session = openApiSession(product.url);
  const payload = { reset_token: token, password, password_confirm: password };
  await session.expectCall(200, 'POST', '/api/users/reset_password/', payload);
  return session;
}
