import type { Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { PASSWORD, registerFreelancer } from '../../test-kit/accounts.ts';
import { createAllauthClient } from '../../test-kit/allauth-client.ts';
import { expect, test } from '../kit/fixtures.ts';
import { addAuthenticator } from '../kit/virtual-authenticator.ts';

test.use({ isAlone: true });

/*
 * Makes the calls of the screens in django-allauth's example front end for React, in their order and with their bodies:
 * authenticator app, recovery codes, security keys, logins and confirmations. Answers are checked against the strict
 * schemas of the client; Chromium creates and uses passkeys with the options as they are sent.
 */

type Options = { publicKey: object };

/** Creates a passkey in the browser by `navigator.credentials.create()`, as the front end does. */
function create(page: Page, { publicKey }: Options): Promise<unknown> {
  return page.evaluate(async (json) => {
    const options = PublicKeyCredential.parseCreationOptionsFromJSON(
      json as PublicKeyCredentialCreationOptionsJSON,
    );
    const made = await navigator.credentials.create({ publicKey: options });
    return (made as PublicKeyCredential).toJSON();
  }, publicKey);
}

function use(page: Page, { publicKey }: Options): Promise<unknown> {
  return page.evaluate(async (json) => {
    const options = PublicKeyCredential.parseRequestOptionsFromJSON(
      json as PublicKeyCredentialRequestOptionsJSON,
    );
    const used = await navigator.credentials.get({ publicKey: options });
    return (used as PublicKeyCredential).toJSON();
  }, publicKey);
}

/** Returns the data of a call, which must have succeeded. */
function dataOf<T extends { status: number }>(answer: T): Extract<T, { data: unknown; status: 200 }>['data'] {
  expect(answer.status, JSON.stringify(answer)).toBe(200);
  return (answer as Extract<T, { data: unknown; status: 200 }>).data;
}

test("the calls of django-allauth's example front end set up, use and remove an app and Chromium's passkeys @before-release", async ({
  page,
  product,
}) => {
  await registerFreelancer(product, 'example');
  await addAuthenticator(page);
  await page.goto('/api/docs/json');
  const client = createAllauthClient(product.url);
  const logIn = () => client.login({ email: 'example@example.com', password: PASSWORD });
  const give = async (purpose: 'login' | 'authenticate' | 'reauthenticate') => {
    const { request_options } = dataOf(await client.getPasskeyRequest(purpose));
    return client.givePasskey(purpose, await use(page, request_options));
  };
  const pending = (flow: object) => ({
    status: 401,
    data: { flows: expect.arrayContaining([{ is_pending: true, ...flow }]) as unknown },
  });

  await test.step('opens the overview and the screen of the app', async () => {
    await client.getConfig();
    expect(await client.getSession()).toMatchObject({ status: 401 });
    expect(await logIn()).toMatchObject({ status: 200 });
    expect(await client.getAuthenticators()).toMatchObject({ data: [] });
  });

  await test.step('sets the app up and sees how many codes there are', async () => {
    const setUp = await client.getTotp();
    if (setUp.status !== 404) throw new Error('An app was there before');
    const totp = new TOTP({ secret: Secret.fromBase32(setUp.meta.secret) });
    expect(await client.activateTotp('')).toMatchObject({ errors: [{ param: 'code' }] });
    expect(await client.activateTotp(totp.generate())).toMatchObject({ status: 200 });
    expect(await client.getAuthenticators()).toMatchObject({
      data: [{ type: 'totp' }, { type: 'recovery_codes', unused_code_count: 10, total_code_count: 10 }],
    });
    const { unused_codes } = dataOf(await client.renewRecoveryCodes());
    expect(unused_codes).toHaveLength(10);
    // The screen requests the codes again to show them.
    expect(await client.getRecoveryCodes()).toMatchObject({ status: 200, data: { unused_codes } });
  });

  const id = await test.step('adds a key without a name, sees it among its keys and renames it', async () => {
    const { creation_options } = dataOf(await client.getPasskeyCreation());
    const credential = await create(page, creation_options);
    const added = await client.addPasskey({ name: '', credential });
    expect(added).toMatchObject({ status: 200, meta: { recovery_codes_generated: false } });
    const key = dataOf(added);
    expect(key.name).not.toBe('');
    expect(await client.renamePasskey({ id: key.id, name: 'Office key' })).toMatchObject({ status: 200 });
    const listed = dataOf(await client.getAuthenticators()).find(({ type }) => type === 'webauthn');
    expect(listed).toMatchObject({ name: 'Office key', is_passwordless: true, last_used_at: null });
    return key.id;
  });

  await test.step('confirms by the key', async () => {
    const { methods } = dataOf(await give('reauthenticate'));
    expect(methods.at(-1)).toMatchObject({ method: 'mfa', type: 'webauthn', reauthenticated: true });
  });

  await test.step('logs in by password and key, without trusting the browser', async () => {
    expect(await client.logout()).toMatchObject({ status: 401 });
    expect(await logIn()).toMatchObject(
      pending({ id: 'mfa_authenticate', types: ['totp', 'recovery_codes', 'webauthn'] }),
    );
    expect(await give('authenticate')).toMatchObject(pending({ id: 'mfa_trust' }));
    expect(await client.trust(false)).toMatchObject({ status: 200 });
  });

  await test.step('logs in by the key alone', async () => {
    await client.logout();
    expect(await give('login')).toMatchObject({ status: 200, data: { user: { username: 'example' } } });
  });

  await test.step('removes key and app', async () => {
    expect(await client.removePasskeys([id])).toEqual({ status: 200 });
    expect(await client.removeTotp()).toEqual({ status: 200 });
    expect(await client.getAuthenticators()).toMatchObject({ data: [] });
  });
});
