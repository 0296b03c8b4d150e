import {
  inviteCustomer,
  PASSWORD,
  registerCustomer,
  registerFreelancer,
} from '../../../test-kit/accounts.ts';
import { type ApiSession, openApiSession } from '../../../test-kit/api-session.ts';
import { followToReturn, type startIdentityServer } from '../../../test-kit/identity-server.ts';
import type { Product } from '../../../test-kit/product.ts';

/** Address to which the provider redirects the browser. */
export const RETURN_PATH = '/api/accounts/google/login/callback/';
const AUTH = '/_allauth/browser/v1';

export type Person = {
  role: string;
  session: ApiSession;
  /** Restores the session if the status of an answer shows that it was lost. */
  recover: (status: number) => Promise<void>;
};

type Identities = Pick<Awaited<ReturnType<typeof startIdentityServer>>, 'control'>;

/** One person of each role; the guest comes from the identity provider with an unfinished sign-up. */
export async function createPeople(
  product: Product,
  identities: Identities,
): Promise<Record<'freelancer' | 'customer' | 'guest', Person>> {
  const freelancer = await registerFreelancer(product, 'bench');
  const { reset_token } = await inviteCustomer(freelancer, 'client');
  const customer = await registerCustomer(product, reset_token);
  const guest = openApiSession(product.url);
  let signups = 0;
  const beginSignup = async () => {
    signups += 1;
    await comeFromProvider(guest, identities, `guest-${signups}`);
  };
  await beginSignup();
  return {
    freelancer: {
      role: 'freelancer',
      session: freelancer,
      recover: (status) => logInAfter(status, freelancer, 'bench'),
    },
    customer: {
      role: 'customer',
      session: customer,
      recover: (status) => logInAfter(status, customer, 'client'),
    },
    guest: {
      role: 'guest',
      session: guest,
      async recover(status) {
        if (status === 409) await beginSignup();
      },
    },
  };
}

async function logInAfter(status: number, session: ApiSession, username: string): Promise<void> {
  if (status !== 401) return;
  const guest = openApiSession(session.origin);
  await guest.expectCall(200, 'POST', `${AUTH}/auth/login`, { username, password: PASSWORD });
  for (const [name, value] of guest.cookies) session.cookies.set(name, value);
}

/** Signs a new person in at the provider; their sign-up then waits to be completed. */
async function comeFromProvider(
  { origin, cookies }: ApiSession,
  { control }: Identities,
  sub: string,
): Promise<void> {
  cookies.clear();
  const guest = openApiSession(origin, cookies);
  await guest.call('GET', `${AUTH}/config`);
  control.identity = { sub };
  const form = new URLSearchParams({
    provider: 'google',
    process: 'login',
    callback_url: '/account/provider/callback',
    csrfmiddlewaretoken: cookies.get('csrftoken') ?? '',
  });
  const begun = await guest.call('POST', `${AUTH}/auth/provider/redirect`, form);
  const back = await followToReturn(begun.headers.get('location') ?? '', origin + RETURN_PATH);
  await guest.call('GET', back.pathname + back.search);
  await guest.expectCall(200, 'GET', `${AUTH}/auth/provider/signup`);
}
