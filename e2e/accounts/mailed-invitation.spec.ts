import { PASSWORD, registerFreelancer } from '../../test-kit/accounts.ts';
import { waitForMail } from '../../test-kit/outbox.ts';
import { expectAccessibleAsItStands } from '../kit/accessibility.ts';
import { signIn } from '../kit/delivery.ts';
import { expect, test } from '../kit/fixtures.ts';

test('a freelancer mails an invitation, corrects its address, and sees that the client has opened it', async ({
  page,
  product,
  browser,
  t,
}) => {
  const [wrong, right] = ['ayse@exmaple.com', 'ayse@example.com'];
  await signIn(page, await registerFreelancer(product, 'invites'));
  await page.goto('/customers');
  await page
    .getByRole('button', { name: t('customers.new') })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(t('customers.username')).fill('ayse');
  await dialog.getByLabel(t('customers.email')).fill(wrong);
  await dialog.getByRole('button', { name: t('customers.create') }).click();
  await expect(dialog.getByText(t('customers.mailedTo', { email: wrong }))).toBeVisible();
  await expectAccessibleAsItStands(page);
  await dialog
    .getByRole('button', { name: t('actions.close') })
    .last()
    .click();
  const lost = await waitForMail(product.dataDir, wrong, '/customer-register');

  await page.getByRole('button', { name: t('customers.actionsOf', { username: 'ayse' }) }).click();
  await page.getByRole('menuitem', { name: t('customers.inviteAgain') }).click();
  await page.getByRole('dialog').getByLabel(t('customers.inviteEmail')).fill(right);
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('customers.inviteSend') })
    .click();
  const { link } = await waitForMail(product.dataDir, right, '/customer-register');

  const visitor = await browser.newContext({ baseURL: product.url });
  const client = await visitor.newPage();
  await client.goto(lost.link.href);
  await expect(client).toHaveURL(/\/login$/);
  await client.goto(link.href);
  await expect(client.getByText(t('auth.emailAdd'))).toHaveCount(0);
  const password = client.getByLabel(t('auth.password'), { exact: true });
  await expect(password).toBeVisible();
  await expect(async () => {
    await page.reload();
    await expect(page.getByRole('row', { name: /ayse/ })).toContainText(t('customers.invitationOpened'), {
      timeout: 3000,
    });
  }).toPass({ timeout: 60_000 });

  await password.fill(PASSWORD);
  await client.getByRole('button', { name: t('auth.invitationSubmit') }).click();
  await expect(client).not.toHaveURL(/customer-register/);
  await client.goto('/account');
  await expect(client.getByText(right).first()).toBeVisible();
  await visitor.close();
});
