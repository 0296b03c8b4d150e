import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { waitForMail } from '../../test-kit/outbox.ts';
import { expect, test } from '../kit/fixtures.ts';

test.use({ isAlone: true });

/**
 * Folder of a published client for django-allauth's headless API. The client takes its origin from the environment of
 * its bundler and expects the API at /auth/api.
 */
const CLIENT = path.dirname(path.dirname(fileURLToPath(import.meta.resolve('@octue/allauth-js/core'))));
const EMAIL = 'wanderer@example.com';
const SECOND = 'wanderer@example.org';
const [FIRST, NEXT, LAST] = ['petrol-green-window', 'a quiet harbour', 'seven grey herons'];

type Answer = {
  status: number;
  data?: unknown;
  meta?: { is_authenticated?: boolean };
  errors?: { code: string; param?: string }[];
};

/** Opens an empty page of the product's origin and returns a function that calls the client's functions there. */
async function openClient(page: Page, origin: string) {
  await page.route('**/published-client/**', async (route) => {
    const { pathname } = new URL(route.request().url());
    const file = pathname.replace('/published-client/', '');
    if (file === '') return route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Client' });
    return route.fulfill({ contentType: 'text/javascript', path: path.join(CLIENT, file) });
  });
  await page.route('**/auth/api/browser/v1/**', (route) =>
    route.continue({ url: route.request().url().replace('/auth/api/', '/_allauth/') }),
  );
  await page.addInitScript(() => {
    Object.assign(globalThis, { process: { env: { NEXT_PUBLIC_API_URL: location.origin } } });
  });
  await page.goto(`${origin}/published-client/`);
  return (name: string, ...values: unknown[]): Promise<Answer> =>
    page.evaluate(
      async ({ name, values }) => {
        const module: string = '/published-client/core/index.mjs';
        const client = (await import(module)) as Record<string, (...values: unknown[]) => Promise<Answer>>;
        const answer = await client[name]?.(...values);
        if (!answer) throw new Error(`The client has no ${name}`);
        return answer;
      },
      { name, values },
    );
}

test('a published client for django-allauth signs up, verifies, logs in, resets, changes and manages addresses @before-release', async ({
  browser,
  page,
  product,
}) => {
  const client = await openClient(page, product.url);
  const keyMailedTo = async (email: string) =>
    (await waitForMail(product.dataDir, email, '/verify-email')).link.searchParams.get('key');

  await test.step('starts as a guest and signs up', async () => {
    expect(await client('getConfig')).toMatchObject({ data: { account: { is_open_for_signup: true } } });
    expect(await client('getAuth')).toMatchObject({ status: 401, meta: { is_authenticated: false } });
    expect(await client('signUp', { username: 'wanderer', email: EMAIL, password: '123' })).toMatchObject({
      errors: [{ code: 'password_too_short', param: 'password' }],
    });
    const signup = await client('signUp', { username: 'wanderer', email: EMAIL, password: FIRST });
    expect(signup).toMatchObject({ status: 401 });
    expect(signup.data).toMatchObject({
      flows: expect.arrayContaining([{ id: 'verify_email', is_pending: true }]),
    });
  });

  await test.step('verifies the address', async () => {
    const key = await keyMailedTo(EMAIL);
    expect(await client('getEmailVerification', key)).toMatchObject({ status: 200, data: { email: EMAIL } });
    expect(await client('verifyEmail', key)).toMatchObject({ status: 200, meta: { is_authenticated: true } });
    expect(await client('verifyEmail', key)).toMatchObject({ errors: [{ code: 'invalid_or_expired_key' }] });
  });

  await test.step('logs in', async () => {
    expect(await client('logout')).toMatchObject({ status: 401, meta: { is_authenticated: false } });
    expect(await client('login', { username: 'wanderer', password: 'wrong' })).toMatchObject({
      errors: [{ code: 'username_password_mismatch', param: 'password' }],
    });
    expect(await client('login', { email: EMAIL, password: FIRST })).toMatchObject({ status: 200 });
    expect(await client('login', { email: EMAIL, password: FIRST })).toMatchObject({ status: 409 });
    expect(await client('getAuth')).toMatchObject({
      data: { user: { username: 'wanderer', email: EMAIL } },
      meta: { is_authenticated: true },
    });
  });

  await test.step('changes the password', async () => {
    expect(await client('changePassword', { current_password: 'wrong', new_password: NEXT })).toMatchObject({
      errors: [{ code: 'enter_current_password', param: 'current_password' }],
    });
    expect(await client('changePassword', { current_password: FIRST, new_password: NEXT })).toMatchObject({
      status: 200,
    });
    expect(await client('reauthenticate', { password: NEXT })).toMatchObject({ status: 200 });
  });

  await test.step('manages its addresses', async () => {
    expect(await client('addEmail', SECOND)).toMatchObject({
      data: [{ email: EMAIL }, { email: SECOND, verified: false, primary: false }],
    });
    expect(await client('requestEmailVerification', SECOND)).toMatchObject({ status: 403 });
    await client('verifyEmail', await keyMailedTo(SECOND));
    expect(await client('markEmailAsPrimary', SECOND)).toMatchObject({
      data: [
        { email: SECOND, primary: true },
        { email: EMAIL, primary: false },
      ],
    });
    expect(await client('deleteEmail', EMAIL)).toMatchObject({ data: [{ email: SECOND }] });
    expect(await client('getEmailAddresses')).toMatchObject({ data: [{ email: SECOND, verified: true }] });
  });

  await test.step('logs out and resets the password', async () => {
    expect(await client('logout')).toMatchObject({ status: 401, meta: { is_authenticated: false } });
    expect(await client('requestPasswordReset', SECOND)).toMatchObject({ status: 200 });
    const { link } = await waitForMail(product.dataDir, SECOND, '/password-reset');
    const key = link.searchParams.get('token');
    expect(await client('getPasswordReset', key)).toMatchObject({ status: 200 });
    expect(await client('resetPassword', LAST, key)).toMatchObject({ status: 200 });
    expect(await client('getAuth')).toMatchObject({ data: { methods: [{ method: 'password_reset' }] } });
    expect(await client('resetPassword', LAST, key)).toMatchObject({
      errors: [{ code: 'invalid_password_reset', param: 'key' }],
    });
  });

  await test.step('ends its session on another device', async () => {
    const elsewhere = await browser.newPage();
    const phone = await openClient(elsewhere, product.url);
    await phone('getAuth');
    expect(await phone('login', { username: 'Wanderer', password: LAST })).toMatchObject({ status: 200 });
    const { data } = await client('getSessions');
    const sessions = data as { id: number; is_current: boolean }[];
    const others = sessions.filter((session) => !session.is_current).map(({ id }) => id);
    expect(await client('endSessions', others)).toMatchObject({ data: [{ is_current: true }] });
    expect(await phone('getAuth')).toMatchObject({ status: 401, meta: { is_authenticated: false } });
    await elsewhere.close();
  });
});
