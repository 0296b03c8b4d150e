import type { Page } from '@playwright/test';
import { DEMO_FREELANCER, DEMO_PASSWORD } from '../../test-kit/story/story.ts';
import { codeOfApp } from './codes.ts';
import { blockChanges } from './no-changes.ts';
import type { OpenState } from './screen-states.ts';
import { addAuthenticator } from './virtual-authenticator.ts';
import { type Words, languageOf, serverWordsOf } from './words.ts';

/**
 * States of the screens on which users sign in. Mocked answers replace accounts with passkeys and authenticator apps.
 */

const DAY_SECONDS = 24 * 3600;
/** As long as the server's codes, so that lines break in the same places. */
const RECOVERY_CODES = Array.from('abcdefghjk', (letter) => `k7qd${letter}-m3vx9`);

type Answer = { status: number; [field: string]: unknown };

/** Mocks calls of the authentication API below `path` with this method; `body` includes the status of the answer. */
async function answer(page: Page, method: string, path: string, body: Answer): Promise<void> {
  await page.route(`**/_allauth/browser/v1/${path}`, (route) =>
    route.request().method() === method
      ? route.fulfill({ status: body.status, json: body })
      : route.fallback(),
  );
}

const pending = (flow: object) => ({
  status: 401,
  data: { flows: [{ id: 'login' }, { ...flow, is_pending: true }] },
  meta: { is_authenticated: false },
});

async function askForCode(page: Page, t: Words): Promise<void> {
  await page.getByLabel(t('auth.identifier')).fill(DEMO_FREELANCER.email);
  await page.getByRole('button', { name: t('code.ask') }).click();
  await page.getByLabel(t('code.label')).waitFor();
}

export const enterCode: OpenState = async (page, t) => {
  const code = { id: 'login_by_code', email: DEMO_FREELANCER.email, resend_after: 60 };
  await answer(page, 'POST', 'auth/code/request', pending(code));
  await answer(page, 'GET', 'auth/session', pending(code));
  await askForCode(page, t);
};

/** Opens the second step of a login, which accepts app, recovery code and passkey. */
export const giveSecondStep: OpenState = async (page, t) => {
  const step = pending({ id: 'mfa_authenticate', types: ['totp', 'recovery_codes', 'webauthn'] });
  await answer(page, 'POST', 'auth/login', step);
  await answer(page, 'GET', 'auth/session', step);
  await page.getByLabel(t('auth.identifier')).fill(DEMO_FREELANCER.username);
  await page.getByLabel(t('auth.password'), { exact: true }).fill(DEMO_PASSWORD);
  await page.getByRole('button', { name: t('actions.login'), exact: true }).click();
  await page.getByRole('button', { name: t('factors.usePasskey') }).waitFor();
};

/** Enters a wrong code at the second step of a login. */
export const refuseSecondStep: OpenState = async (page, t) => {
  await giveSecondStep(page, t);
  const message = serverWordsOf(await languageOf(page))('auth.factor.incorrect_code');
  const errors = [{ message, code: 'incorrect_code', param: 'code' }];
  await answer(page, 'POST', 'auth/2fa/authenticate', { status: 400, errors });
  await page.getByLabel(t('factors.code')).fill('123456');
  await page.getByRole('button', { name: t('factors.continue') }).click();
  await page.getByText(message).first().waitFor();
};

/** Opens the login at a host name for which there are no passkeys. */
export const missPasskeys: OpenState = async (page, t) => {
  const host = 'portal.example.com';
  const publicKey = { challenge: 'AQID', rpId: host, allowCredentials: [] };
  await answer(page, 'GET', 'auth/webauthn/login', {
    status: 200,
    data: { request_options: { publicKey } },
  });
  await page.reload();
  await page.getByText(t('auth.passkeyElsewhere', { host, now: 'localhost' })).waitFor();
};

/** Opens an invitation on a device with an authenticator of its own. */
export const offerPasskeyToInvited: OpenState = async (page, t) => {
  await addAuthenticator(page);
  await page.reload();
  await page.getByRole('button', { name: t('passkeys.instead') }).waitFor();
};

/**
 * Opens the offer of a passkey after a login by code, on a device with an authenticator of its own. A login by password
 * replaces the check of the code.
 */
export const offerPasskey: OpenState = async (page, t) => {
  await addAuthenticator(page);
  const code = { id: 'login_by_code', email: DEMO_FREELANCER.email, resend_after: 60 };
  await answer(page, 'POST', 'auth/code/request', pending(code));
  let isConfirmed = false;
  await page.route('**/auth/session', (route) =>
    isConfirmed || route.request().method() !== 'GET'
      ? route.continue()
      : route.fulfill({ status: 401, json: pending(code) }),
  );
  await page.route('**/auth/code/confirm', (route) => {
    isConfirmed = true;
    const login = route.request().url().replace('code/confirm', 'login');
    const postData = JSON.stringify({ username: DEMO_FREELANCER.username, password: DEMO_PASSWORD });
    return route.continue({ url: login, postData });
  });
  await askForCode(page, t);
  await page.getByLabel(t('code.label')).fill('123456');
  await page.getByRole('button', { name: t('actions.login') }).click();
  await page.getByRole('button', { name: t('passkeys.offerYes') }).waitFor();
  await page.waitForLoadState('networkidle');
};

/** Opens the dialog with the QR code. Confirms the identity first if the session is older than ten minutes. */
export const setUpApp: OpenState = async (page, t) => {
  await page.getByRole('button', { name: t('factors.setUp') }).click();
  const qr = page.getByRole('dialog', { name: t('factors.setUpTitle') }).locator('code');
  const proof = page.getByRole('dialog', { name: t('confirm.title') });
  await qr.or(proof).first().waitFor();
  if (await proof.isVisible()) {
    await proof.getByLabel(t('auth.password'), { exact: true }).fill(DEMO_PASSWORD);
    await proof.getByRole('button', { name: t('confirm.button') }).click();
  }
  await qr.waitFor();
};

/** Enters a first code from a phone with a clock five minutes ahead, which is refused. */
export const setUpAppByWrongClock: OpenState = async (page, t) => {
  await setUpApp(page, t);
  const setUp = page.getByRole('dialog', { name: t('factors.setUpTitle') });
  await setUp.getByLabel(t('factors.code')).fill(codeOfApp(await setUp.locator('code').innerText(), 10));
  await setUp.getByRole('button', { name: t('factors.turnOn') }).click();
  const words = serverWordsOf(await languageOf(page));
  await setUp
    .getByText(words('auth.factor_clock.incorrect_code', { minutes: 5 }))
    .first()
    .waitFor();
};

export const keepRecoveryCodes: OpenState = async (page, t) => {
  const now = Math.floor(Date.now() / 1000);
  await answer(page, 'POST', 'account/authenticators/totp', {
    status: 200,
    data: { type: 'totp', created_at: now, last_used_at: null },
    meta: { recovery_codes_generated: true, recovery_codes: RECOVERY_CODES },
  });
  await setUpApp(page, t);
  const setUp = page.getByRole('dialog', { name: t('factors.setUpTitle') });
  await setUp.getByLabel(t('factors.code')).fill('123456');
  await setUp.getByRole('button', { name: t('factors.turnOn') }).click();
  await page.getByRole('button', { name: t('factors.kept') }).waitFor();
};

/** Mocks an account with an app and two passkeys, one of them from before the installation moved to another address. */
async function haveAppAndPasskeys(page: Page): Promise<void> {
  const now = Math.floor(Date.now() / 1000);
  const days = (count: number) => now - count * DAY_SECONDS;
  const passkey = { type: 'webauthn', is_passwordless: true };
  const data = [
    { type: 'totp', created_at: days(90), last_used_at: days(2) },
    {
      type: 'recovery_codes',
      created_at: days(90),
      last_used_at: null,
      total_code_count: 10,
      unused_code_count: 9,
    },
    {
      ...passkey,
      id: 1,
      name: 'iPhone',
      rp_id: 'localhost',
      is_usable: true,
      created_at: days(60),
      last_used_at: days(0),
    },
    {
      ...passkey,
      id: 2,
      name: 'Windows',
      rp_id: 'eski.example.com',
      is_usable: false,
      created_at: days(200),
      last_used_at: days(120),
    },
  ];
  await answer(page, 'GET', 'account/authenticators', { status: 200, data });
}

/** Shows an account with every way to sign in. */
export const showWaysIn: OpenState = async (page, t) => {
  await haveAppAndPasskeys(page);
  await page.reload();
  await page.getByText(t('account.ways.passkeyNamed', { name: 'iPhone' })).waitFor();
  await page.waitForLoadState('networkidle');
  await page.locator('#security').scrollIntoViewIfNeeded();
};

/** Opens the dialog that confirms the identity before an address is added. */
export const confirmIdentity: OpenState = async (page, t) => {
  await askForProof(page, t);
  await page.getByRole('button', { name: t('confirm.button') }).waitFor();
};

/** Confirms the identity by the app's code, on an account that also has a passkey. */
export const confirmByCode: OpenState = async (page, t) => {
  await addAuthenticator(page);
  await haveAppAndPasskeys(page);
  await page.reload();
  await askForProof(page, t);
  await page.getByRole('button', { name: t('factors.useCode') }).click();
  await page.getByText(t('factors.confirmHint')).waitFor();
};

/** Confirms the identity by a mailed code, on an account without a password. */
export const confirmByMail: OpenState = async (page, t) => {
  await page.route('**/auth/session', async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as { data: { user: object } };
    body.data.user = { ...body.data.user, has_usable_password: false };
    await route.fulfill({ response, json: body });
  });
  await answer(page, 'POST', 'auth/code/reauthenticate/request', { status: 200 });
  await page.reload();
  await askForProof(page, t);
  await page.getByRole('button', { name: t('confirm.mailCode') }).click();
  await page
    .getByRole('dialog', { name: t('confirm.title') })
    .getByRole('textbox')
    .waitFor();
};

async function askForProof(page: Page, t: Words): Promise<void> {
  await answer(page, 'POST', 'account/email', {
    status: 401,
    data: { flows: [], methods: [] },
    meta: { is_authenticated: true },
  });
  await page.getByLabel(t('account.newEmail')).fill('elif@studio.example');
  await page.getByRole('button', { name: t('account.addEmail') }).click();
  await page.getByRole('dialog', { name: t('confirm.title') }).waitFor();
}

export const logInAgain: OpenState = async (page, t) => {
  await blockChanges(page);
  await page.reload();
  await page
    .getByRole('button', { name: t('projects.new') })
    .first()
    .click();
  const form = page.getByRole('dialog', { name: t('projects.createTitle') });
  await form.getByRole('textbox', { name: t('projects.name') }).fill('Bahar kampanyası');
  await page.waitForLoadState('networkidle');
  await page.context().clearCookies({ name: 'sessionid' });
  await form.getByRole('button', { name: t('projects.create') }).click();
  await page.getByRole('dialog', { name: t('auth.again.title') }).waitFor();
};

const INVITATIONS = [
  { sent_at: null, opened_at: null, refused: null },
  { sent_at: '2026-11-20T09:00:00.000Z', opened_at: null, refused: null },
  { sent_at: '2026-11-20T09:00:00.000Z', opened_at: '2026-11-21T18:00:00.000Z', refused: null },
  {
    sent_at: null,
    opened_at: null,
    refused: { at: '2026-11-20T09:01:00.000Z', refusal: '550 5.1.1 No such user' },
  },
];

/** Shows a row for each state of a mailed invitation: queued, sent, opened, refused. */
export const showInvitations: OpenState = async (page, t) => {
  await page.route('**/api/users/?*', async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as { results: object[] };
    const results = body.results.map((row, index) => {
      const state = INVITATIONS[index];
      if (!state) return row;
      return { ...row, registered: false, invitation: { email: `musteri-${index}@example.com`, ...state } };
    });
    await route.fulfill({ response, json: { ...body, results } });
  });
  await page.reload();
  await page.getByText(t('customers.invitationOpened')).filter({ visible: true }).first().waitFor();
};

export const mailInvitation: OpenState = async (page, t) => {
  await showInvitations(page, t);
  const menus = page.getByRole('main').locator('[aria-haspopup="menu"]').filter({ visible: true });
  await menus.first().click();
  await page.getByRole('menuitem', { name: t('customers.inviteAgain') }).click();
  await page.getByRole('dialog').getByLabel(t('customers.inviteEmail')).waitFor();
};
