import type { Page } from '@playwright/test';
import { inviteCustomer, PASSWORD, registerCustomer, registerFreelancer } from '../../test-kit/accounts.ts';
import { openApiSession } from '../../test-kit/api-session.ts';
import { waitForMail } from '../../test-kit/outbox.ts';
import { expectAccessibleAsItStands } from '../kit/accessibility.ts';
import { signIn } from '../kit/delivery.ts';
import { expect, test, WITH_LIMITS } from '../kit/fixtures.ts';
import type { Words } from '../kit/words.ts';

// Limits are on, because a link can be mailed again only after a pause.
test.use({ environment: WITH_LIMITS });

const NEW = 'a quiet harbour';
const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1';

async function openAccount(page: Page, t: Words): Promise<void> {
  await page.goto('/account');
  await expect(page.getByRole('heading', { level: 1, name: t('account.title') })).toBeVisible();
}

test('a user adds an address, requests its mail again, verifies it, makes it primary and removes the first one @before-release', async ({
  page,
  product,
  t,
}) => {
  const name = 'addresses';
  const [first, second] = [`${name}@example.com`, `${name}@example.org`];
  await signIn(page, await registerFreelancer(product, name));
  await openAccount(page, t);
  await expect(page.getByText(name).first()).toBeVisible();
  await page.getByLabel(t('account.newEmail')).fill(second);
  await page.getByRole('button', { name: t('account.addEmail') }).click();
  await expect(page.getByText(t('account.emailAdded', { email: second }))).toBeVisible();
  await expect(page.getByText(t('account.unverified'), { exact: true })).toBeVisible();
  await expectAccessibleAsItStands(page);

  const actions = (email: string) =>
    page.getByRole('button', { name: t('account.emailActions', { email }), exact: true });
  await actions(second).click();
  await page.getByRole('menuitem', { name: t('account.resend') }).click();
  await expect(page.getByText(t('account.linkCoolDown'))).toBeVisible();

  const { link } = await waitForMail(product.dataDir, second, '/verify-email');
  await page.goto(link.href);
  await expect(
    page.getByText(t('verifyEmail.signedInLead', { email: second, username: name })),
  ).toBeVisible();
  await page.getByRole('link', { name: t('verifyEmail.goOn') }).click();
  await expect(page).toHaveURL('/dashboard');
  await openAccount(page, t);
  await actions(second).click();
  await page.getByRole('menuitem', { name: t('account.makePrimary') }).click();
  await expect(page.getByText(t('account.primaryChanged', { email: second }))).toBeVisible();
  await actions(first).click();
  await page.getByRole('menuitem', { name: t('account.remove') }).click();
  const question = page.getByRole('dialog');
  await expect(question).toContainText(t('account.removeEmailText', { email: first }));
  await question.getByRole('button', { name: t('account.remove') }).click();
  await expect(page.getByText(t('account.emailRemoved'))).toBeVisible();
  await expect(actions(first)).toHaveCount(0);
});

test('a new password signs out all other devices, and a user can sign out a single device @before-release', async ({
  page,
  product,
  t,
  serverText,
}) => {
  const name = 'changes';
  await signIn(page, await registerFreelancer(product, name));
  const logInElsewhere = async (password: string) => {
    const session = openApiSession(product.url);
    const answer = await session.call(
      'POST',
      '/_allauth/browser/v1/auth/login',
      { username: name, password },
      { 'user-agent': PHONE },
    );
    expect(answer.status).toBe(200);
    return session;
  };
  const phone = await logInElsewhere(PASSWORD);
  await openAccount(page, t);
  const change = async (current: string, next: string, confirmation = next) => {
    await page.getByLabel(t('account.currentPassword')).fill(current);
    await page.getByLabel(t('auth.newPassword'), { exact: true }).fill(next);
    await page.getByLabel(t('auth.passwordConfirm')).fill(confirmation);
    await page.getByRole('button', { name: t('account.changePassword') }).click();
  };
  await change(PASSWORD, '12345', '54321');
  await expect(page.getByText(t('validation.passwordShort'))).toBeVisible();
  await expect(page.getByText(t('auth.passwordsDiffer'))).toBeVisible();
  await change('not the password', NEW);
  await expect(page.getByText(serverText('auth.enter_current_password'))).toBeVisible();
  await change(PASSWORD, NEW);
  await expect(page.getByText(t('account.passwordChanged'))).toBeVisible();
  await phone.expectCall(401, 'GET', '/_allauth/browser/v1/auth/session');

  const tablet = await logInElsewhere(NEW);
  await openAccount(page, t);
  const device = t('account.device', { browser: 'Safari', system: 'iPhone' });
  const signOut = page.getByRole('button', { name: t('account.endSessionOf', { device }) });
  await expect(page.getByText(t('account.thisDevice'))).toBeVisible();
  await expect(page.getByText(t('account.lastUsed')).first()).toBeVisible();
  await signOut.click();
  await expect(page.getByText(t('account.sessionEnded'))).toBeVisible();
  await expect(signOut).toHaveCount(0);
  await tablet.expectCall(401, 'GET', '/_allauth/browser/v1/auth/session');
});

test('a customer changes language and theme on the account page, which is accessible @before-release', async ({
  page,
  product,
  t,
}) => {
  const freelancer = await registerFreelancer(product, 'owner');
  const { reset_token } = await inviteCustomer(freelancer, 'customer');
  await signIn(page, await registerCustomer(product, reset_token));
  await openAccount(page, t);
  await expect(page.getByText(t('account.emailsEmpty'))).toBeVisible();
  await expectAccessibleAsItStands(page);
  const html = page.locator('html');
  for (const [key, theme] of [
    ['account.light', 'light'],
    ['account.dark', 'dark'],
  ] as const) {
    await page.getByText(t(key), { exact: true }).click();
    await expect(html).toHaveAttribute('data-mantine-color-scheme', theme);
    expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe(theme);
  }
  await page
    .getByRole('radiogroup', { name: t('account.language') })
    .getByText('Türkçe')
    .click();
  await expect(html).toHaveAttribute('lang', 'tr');
  await page.reload();
  await expect(html).toHaveAttribute('lang', 'tr');
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark');
});

test('a 401 while a logout is on its way does not count as an expired session @before-release', async ({
  page,
  product,
  t,
}) => {
  const freelancer = await registerFreelancer(product, 'leaving');
  await signIn(page, freelancer);
  await page.goto('/projects');
  await page.route('**/auth/session', async (route) => {
    if (route.request().method() !== 'DELETE') return route.fallback();
    const answer = await route.fetch();
    const refused = page.waitForResponse((response) => response.status() === 401);
    await page.getByRole('link', { name: t('shell.customers'), exact: true }).click();
    await refused;
    return route.fulfill({ response: answer });
  });
  await page.getByRole('button', { name: t('shell.logout') }).click();
  await expect(page).toHaveURL('/');
  expect(await page.evaluate(() => localStorage.getItem('user'))).toBeNull();
});

test('a login or a logout in one tab takes effect in the other tab @before-release', async ({
  page,
  context,
  product,
  t,
}) => {
  const name = 'tabs';
  await registerFreelancer(product, name);
  const other = await context.newPage();
  for (const tab of [page, other]) await tab.goto('/login');
  await page.getByLabel(t('auth.identifier')).fill(name);
  await page.getByLabel(t('auth.password'), { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: t('actions.login'), exact: true }).click();
  for (const tab of [page, other]) await expect(tab).toHaveURL('/dashboard');
  await page.goto('/projects');
  await other.goto('/account');
  await expect(other.getByRole('heading', { level: 1, name: t('account.title') })).toBeVisible();
  await page.getByRole('button', { name: t('shell.logout') }).click();
  for (const tab of [page, other]) {
    await expect(tab).toHaveURL('/');
    await expect(tab.getByRole('link', { name: t('actions.login') }).first()).toBeVisible();
    expect(await tab.evaluate(() => localStorage.getItem('user'))).toBeNull();
  }
  await other.goto('/account');
  await expect(other).toHaveURL('/login');
});

test('the next action after a session was ended on another device leads to the login with a message @before-release', async ({
  page,
  product,
  t,
}) => {
  const name = 'ended';
  const addAddress = async () => {
    await page.getByLabel(t('account.newEmail')).fill(`${name}@example.org`);
    await page.getByRole('button', { name: t('account.addEmail') }).click();
  };
  const signOtherOut = async () => {
    const device = t('account.unknownDevice');
    await page.getByRole('button', { name: t('account.endSessionOf', { device }) }).click();
  };
  const other = await registerFreelancer(product, name);
  // The page's other requests and its stream of changes would report it before any action.
  await page.route('**/api/changes/**', (route) => route.abort());
  for (const act of [addAddress, signOtherOut]) {
    const session = openApiSession(product.url);
    const login = { username: name, password: PASSWORD };
    await session.expectCall(200, 'POST', '/_allauth/browser/v1/auth/login', login);
    await signIn(page, session);
    await openAccount(page, t);
    await expect(page.getByText(t('account.thisDevice'))).toBeVisible();
    await expect(page.getByRole('switch').first()).toBeVisible();
    await expect(page.getByRole('button', { name: t('factors.setUp') })).toBeVisible();
    await session.expectCall(401, 'DELETE', '/_allauth/browser/v1/auth/session');
    await act();
    await expect(page).toHaveURL('/login?sessionExpired=true');
    await expect(page.getByRole('status').filter({ hasText: t('auth.sessionExpired') })).toBeVisible();
  }
  await other.expectCall(200, 'GET', '/_allauth/browser/v1/auth/session');
});

test('each part of the account page has an address, and the face has a screen of its own @phone @before-release', async ({
  page,
  product,
  t,
}, { project: { name: size } }) => {
  await signIn(page, await registerFreelancer(product, `groups-${size}`));
  await page.goto('/account#data');
  await expect(page.getByRole('heading', { level: 2, name: t('account.group.data') })).toBeInViewport();
  const groups = page.getByRole('navigation', { name: t('account.groups') });
  await groups.getByRole('link', { name: t('account.group.security') }).click();
  await expect(page).toHaveURL('/account#security');
  await expect(page.getByRole('heading', { level: 2, name: t('account.group.security') })).toBeInViewport();
  await page.getByRole('link', { name: t('account.brandingOpen') }).click();
  await expect(page).toHaveURL('/account/branding');
  await expect(page.getByRole('heading', { level: 1, name: t('face.title') })).toBeFocused();
  await expectAccessibleAsItStands(page);
});
