import { registerFreelancer } from '../../test-kit/accounts.ts';
import { startProduct } from '../../test-kit/product.ts';
import { expectAccessible, expectAccessibleAsItStands } from '../kit/accessibility.ts';
import { codesMailedTo, logInByCode } from '../kit/codes.ts';
import { signIn } from '../kit/delivery.ts';
import { expect, test } from '../kit/fixtures.ts';
import { blockChanges } from '../kit/no-changes.ts';
import { logInOnScreen } from '../kit/people.ts';
import { addAuthenticator } from '../kit/virtual-authenticator.ts';

const ELEVEN_MINUTES = 11 * 60_000;

test('a passkey logs in and confirms a change, and is refused after its removal @before-release', async ({
  page,
  t,
  serverText,
}) => {
  const product = await startProduct({ clockAheadMs: 0 });
  try {
    await signIn(page, await registerFreelancer(product, 'by-finger'));
    const device = await addAuthenticator(page);
    await page.goto(`${product.url}/account`);
    await page.getByRole('button', { name: t('passkeys.add') }).click();
    await expect(page.getByText(t('passkeys.added'))).toBeVisible();
    expect(await device.sites()).toEqual(['localhost']);
    await page.getByRole('button', { name: /Actions for the passkey/ }).click();
    await page.getByRole('menuitem', { name: t('passkeys.rename') }).click();
    const renaming = page.getByRole('dialog', { name: t('passkeys.renameTitle') });
    await renaming.getByLabel(t('passkeys.name')).fill('Blue laptop');
    await renaming.getByRole('button', { name: t('actions.save') }).click();
    const actions = page.getByRole('button', { name: t('passkeys.actions', { name: 'Blue laptop' }) });
    await expect(actions).toBeVisible();
    await page.goto(`${product.url}/account#security`);
    await actions.scrollIntoViewIfNeeded();
    await expectAccessible(page, actions);

    await page.context().clearCookies();
    await page.evaluate(() => localStorage.clear());
    await page.goto(`${product.url}/login`);
    const usePasskey = page.getByRole('button', { name: t('auth.passkey') });
    await device.refuse();
    await usePasskey.click();
    await expect(page.getByRole('alert')).toHaveText(t('auth.passkeyNotUsed'));
    await expect(usePasskey).toBeFocused();
    await device.accept();
    await usePasskey.click();
    await expect(page).toHaveURL(/\/dashboard$/);

    await product.setClock(ELEVEN_MINUTES);
    await page.goto(`${product.url}/account`);
    await actions.click();
    await page.getByRole('menuitem', { name: t('passkeys.remove') }).click();
    const question = page.getByRole('dialog', { name: t('passkeys.removeTitle', { name: 'Blue laptop' }) });
    await question.getByRole('button', { name: t('passkeys.remove') }).click();
    const proof = page.getByRole('dialog', { name: t('confirm.title') });
    await proof.getByRole('button', { name: t('passkeys.confirm') }).click();
    await expect(page.getByText(t('passkeys.removed'))).toBeVisible();
    await expect(actions).toBeHidden();

    // The device still holds the passkey, but the server does not know it any more.
    await page.context().clearCookies();
    await page.evaluate(() => localStorage.clear());
    await page.goto(`${product.url}/login`);
    await usePasskey.click();
    await expect(page.getByRole('alert')).toHaveText(serverText('auth.unknown_passkey.incorrect_code'));
    await expect(page).toHaveURL(/\/login$/);

    await page.goto(`${product.url.replace('localhost', '127.0.0.1')}/login`);
    await expect(page.getByText(t('auth.passkeyNowhere', { now: '127.0.0.1' }))).toBeVisible();
    await expect(usePasskey).toBeHidden();
  } finally {
    await product.remove();
  }
});

test('a passkey is offered once after a login by code, and the login field offers it from then on @before-release', async ({
  page,
  product,
  t,
}) => {
  await registerFreelancer(product, 'offered');
  const device = await addAuthenticator(page);
  const nextCode = codesMailedTo(product, 'offered@example.com');
  const enterByCode = async () => {
    await page.goto('/login');
    await logInByCode(page, t, 'offered@example.com', nextCode);
    await expect(page).toHaveURL(/\/dashboard$/);
  };
  await enterByCode();
  const offer = page.getByRole('alert').filter({ hasText: t('passkeys.offerTitle') });
  await expectAccessibleAsItStands(page);
  await offer.getByRole('button', { name: t('passkeys.offerYes') }).click();
  await expect(page.getByText(t('passkeys.added'))).toBeVisible();
  await expect(offer).toBeHidden();
  expect(await device.sites()).toEqual(['localhost']);

  await page.context().clearCookies();
  await page.evaluate((key) => localStorage.removeItem(key), 'user');
  await page.goto('/login');
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.context().clearCookies();
  await page.evaluate((key) => localStorage.removeItem(key), 'user');
  await device.remove();
  await enterByCode();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(offer).toBeHidden();
});

test('a form accepts a passkey when the session has ended, and keeps its input @before-release', async ({
  page,
  context,
  product,
  t,
}) => {
  await blockChanges(context);
  await registerFreelancer(product, 'again-by-finger');
  const device = await addAuthenticator(page);
  await page.goto('/login');
  await logInOnScreen(page, 'again-by-finger');
  await page.goto('/account');
  await page.getByRole('button', { name: t('passkeys.add') }).click();
  await expect(page.getByText(t('passkeys.added'))).toBeVisible();
  await page.goto('/projects');
  await page
    .getByRole('button', { name: t('projects.new') })
    .first()
    .click();
  const form = page.getByRole('dialog', { name: t('projects.createTitle') });
  const name = form.getByRole('textbox', { name: t('projects.name') });
  await name.fill('Kept by a finger');
  await page.waitForLoadState('networkidle');
  await context.clearCookies({ name: 'sessionid' });
  await form.getByRole('button', { name: t('projects.create') }).click();

  const again = page.getByRole('dialog', { name: t('auth.again.title') });
  const usePasskey = again.getByRole('button', { name: t('auth.passkey') });
  await device.refuse();
  await usePasskey.click();
  await expect(again.getByRole('alert')).toHaveText(t('auth.passkeyNotUsed'));
  await device.accept();
  await usePasskey.click();
  await expect(again).toBeHidden();
  await expect(name).toHaveValue('Kept by a finger');
  await form.getByRole('button', { name: t('projects.create') }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Kept by a finger' })).toBeVisible();
});
