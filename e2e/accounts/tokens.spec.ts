import { runAdmin } from '../../test-kit/admin.ts';
import { registerFreelancer } from '../../test-kit/accounts.ts';
import { expectAccessibleAsItStands } from '../kit/accessibility.ts';
import { signIn } from '../kit/delivery.ts';
import { expect, test, TURKISH_ON_PHONES } from '../kit/fixtures.ts';

test.use(TURKISH_ON_PHONES);

test('@phone a freelancer on Starter sees a sample of tokens, and the plans that have them @before-release', async ({
  page,
  product,
  t,
}, { project: { name: size } }) => {
  const freelancer = await registerFreelancer(product, `no-tokens-${size}`);
  await signIn(page, freelancer);
  await page.goto('/account#tokens');
  const group = page.getByRole('region', { name: t('tokens.title'), exact: true });
  await expect(group.getByText(t('tokens.lacking'))).toBeVisible();
  await expect(group.getByText(t('lacks.sample'), { exact: true })).toBeVisible();
  await expect(group.getByText(/Professional.*Enterprise/)).toBeVisible();
  await expect(group.getByRole('link', { name: t('lacks.plans') })).toHaveAttribute(
    'href',
    '/subscription/pricing',
  );
  await expectAccessibleAsItStands(page);
});

test('@phone-before-release a freelancer creates a token, a program reads with it, and the freelancer ends it @before-release', async ({
  page,
  product,
  t,
}, { project: { name: size } }) => {
  const name = `tokens-${size}`;
  const freelancer = await registerFreelancer(product, name);
  await freelancer.expectCall(201, 'POST', '/api/projects/', {
    name: 'Campaign',
    description: '',
    customer_id: null,
  });
  await runAdmin(product, 'set-plan', name, 'pro', '--until', '2030-01-31');
  await signIn(page, freelancer);
  await page.goto('/account#tokens');
  const group = page.getByRole('region', { name: t('tokens.title'), exact: true });
  await group.getByRole('button', { name: t('tokens.make') }).click();
  await expect(group.getByText(t('validation.required'))).toBeVisible();
  await group.getByLabel(t('tokens.name'), { exact: true }).fill('Render farm');
  await expect(group.getByRole('radio')).toHaveCount(2);
  await group.getByRole('radio', { name: t('tokens.scope.deliver'), exact: true }).check();
  await group.getByRole('combobox', { name: t('tokens.project') }).click();
  await page.getByRole('option', { name: 'Campaign' }).click();
  await group.getByRole('button', { name: t('tokens.make') }).click();
  const token = await group
    .getByRole('textbox', { name: t('tokens.textOf', { name: 'Render farm' }) })
    .inputValue();
  expect(token).toMatch(/^vtr_[0-9A-Za-z]{36}$/);
  await expect(group.getByText(t('tokens.neverUsed'))).toBeVisible();
  await expectAccessibleAsItStands(page);

  const headers = { authorization: `Bearer ${token}` };
  const read = await fetch(`${product.url}/api/projects/`, { headers });
  expect(await read.json()).toMatchObject({ count: 1 });
  await page.reload();
  await expect(group.getByText(t('tokens.lastUsed'))).toBeVisible();
  await expect(group.getByRole('textbox', { name: t('tokens.textOf', { name: 'Render farm' }) })).toHaveCount(
    0,
  );

  await group.getByRole('button', { name: t('tokens.endOf', { name: 'Render farm' }) }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('tokens.end'), exact: true })
    .click();
  await expect(group.getByRole('listitem')).toHaveCount(0);
  expect((await fetch(`${product.url}/api/projects/`, { headers })).status).toBe(401);
});
