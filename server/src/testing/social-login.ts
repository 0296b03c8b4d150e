import { expect } from 'vitest';
import { followToReturn, startIdentityServer, type TestIdentity } from '../../../test-kit/identity-server.ts';
import { AUTH } from './accounts.ts';
import type { Browser } from './browser.ts';

export const ORIGIN = 'http://localhost:3000';
export const CALLBACK = `${ORIGIN}/account/provider/callback`;
const RETURN = `${ORIGIN}/api/accounts/google/login/callback/`;

export type SocialLogin = Awaited<ReturnType<typeof startSocialLogin>>;

/** An identity provider, and functions for a browser's sign-ins there. */
export async function startSocialLogin() {
  const provider = await startIdentityServer([RETURN]);

  function redirect(browser: Browser, fields: Record<string, string> = {}) {
    const form = { provider: 'google', process: 'login', callback_url: CALLBACK, ...fields };
    const token = browser.cookies.get('csrftoken') ?? '';
    return browser.request({
      method: 'POST',
      url: `${AUTH}/auth/provider/redirect`,
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-csrftoken': '' },
      payload: new URLSearchParams({ csrfmiddlewaretoken: token, ...form }).toString(),
    });
  }

  /** Signs in at the provider and comes back; returns the address where the browser ends. */
  async function goAndReturn(
    browser: Browser,
    identity: TestIdentity | null,
    fields?: Record<string, string>,
  ) {
    provider.control.identity = identity;
    const begun = await redirect(browser, fields);
    expect(begun.statusCode).toBe(302);
    const back = await followToReturn(String(begun.headers.location), RETURN);
    const response = await browser.get(back.pathname + back.search);
    expect(response.statusCode).toBe(302);
    return { back, location: String(response.headers.location) };
  }

  /** Completes a sign-up with the proposed values, unless `fields` replaces them. */
  function complete(browser: Browser, fields: { username?: string; email?: string } = {}) {
    return browser.post(`${AUTH}/auth/provider/signup`, fields);
  }

  /** Signs a new person up with the proposed values. */
  async function signUpWith(browser: Browser, identity: TestIdentity) {
    await goAndReturn(browser, identity);
    expect((await complete(browser)).statusCode).toBe(200);
  }

  /** Connects an identity from a signed-in browser. */
  async function connect(browser: Browser, identity: TestIdentity) {
    return goAndReturn(browser, identity, { process: 'connect', callback_url: `${ORIGIN}/account` });
  }

  return { provider, redirect, goAndReturn, complete, signUpWith, connect };
}
