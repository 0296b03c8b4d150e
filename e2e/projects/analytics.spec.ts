import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { inviteCustomer, registerCustomer, registerFreelancer } from '../../test-kit/accounts.ts';
import type { Product } from '../../test-kit/product.ts';
import { expectAccessible } from '../kit/accessibility.ts';
import { signIn } from '../kit/delivery.ts';
import { expect, test, TURKISH_ON_PHONES } from '../kit/fixtures.ts';
import { addProjects, upgrade } from '../kit/plans.ts';
import { openDrawer } from '../kit/screen-states.ts';
import type { Words } from '../kit/words.ts';

test.use(TURKISH_ON_PHONES);

/** A name that a spreadsheet would execute. */
const FORMULA = '=1+2';

/** Signs in a freelancer on this plan (default: free), with a client who has opened a project. */
async function open(page: Page, product: Product, name: string, plan?: string): Promise<void> {
  const freelancer = await registerFreelancer(product, name);
  if (plan) await upgrade(freelancer, plan);
  const { id, reset_token } = await inviteCustomer(freelancer, `${name}-client`);
  const [project] = await addProjects(freelancer, [FORMULA], id);
  const client = await registerCustomer(product, reset_token);
  await client.expectCall(200, 'GET', `/api/projects/${project?.id}/`);
  await signIn(page, freelancer);
}

const questionsOf = (page: Page, t: Words) => page.getByRole('search', { name: t('figures.question') });

test('a free plan shows totals and names the plans that have more @phone @before-release', async ({
  page,
  product,
  t,
}, { project: { name } }) => {
  await open(page, product, `analytics-free-${name}`);
  await page.goto('/analytics?days=90&from=2026-01-01&to=2026-02-01');
  const totals = page.getByRole('region', { name: t('figures.totals') });
  await expect(totals.getByText(t('figures.measure.unopened'))).toBeVisible();
  await expect(page.getByText(t('figures.lacking'))).toBeVisible();
  await expect(page.getByRole('link', { name: t('lacks.plans') })).toHaveAttribute(
    'href',
    '/subscription/pricing',
  );
  await expect(questionsOf(page, t)).toHaveCount(0);
  await expect(page.getByText(t('figures.ownRange'), { exact: true })).toHaveCount(0);
  await expect(page.getByRole('radio', { name: t('analytics.days', { count: 90 }) })).toBeChecked();
  await expectAccessible(page);
});

for (const plan of ['Professional', 'Enterprise'] as const)
  test(`${plan} shows any figures, keeps the choice in the address and exports them as CSV @phone-before-release @before-release`, async ({
    page,
    product,
    t,
  }, { project: { name } }) => {
    await open(page, product, `analytics-${plan.toLowerCase()}-${name}`, plan);
    await page.goto('/analytics');
    const questions = questionsOf(page, t);
    await questions.getByRole('combobox', { name: t('figures.splitBy'), exact: true }).click();
    await page.getByRole('option', { name: t('figures.dimension.project') }).click();
    const by = t('figures.by', {
      measure: t('figures.measure.opens'),
      by: t('figures.byWord.project'),
    });
    const card = page.getByRole('region', { name: by });
    await expect(card.getByText(t('figures.only', { what: FORMULA }))).toBeVisible();
    await questions.getByRole('switch', { name: t('figures.compare') }).click();
    await expect(page).toHaveURL(/by=project&compare=previous$/);
    await page.getByText(t('figures.ownRange'), { exact: true }).click();
    await expect(page).toHaveURL(/from=\d{4}-\d\d-\d\d&to=\d{4}-\d\d-\d\d$/);
    const address = page.url();

    await page.reload();
    await expect(card.getByText(t('figures.only', { what: FORMULA }))).toBeVisible();
    await expect(questions.getByRole('switch')).toBeChecked();
    await openDrawer(page, t);
    await page
      .getByRole('link', { name: t('shell.projects') })
      .filter({ visible: true })
      .first()
      .click();
    await expect(page).toHaveURL(/\/projects$/);
    await page.goBack();
    await expect(page).toHaveURL(address);
    await expect(page.getByLabel(t('figures.from'))).toHaveValue(
      new URL(address).searchParams.get('from') ?? '',
    );
    await expectAccessible(page);

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      card.getByRole('link', { name: t('figures.csv') }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^analytics opens .*\.csv$/);
    const csv = readFileSync(await download.path(), 'utf8').split('\r\n');
    expect(csv[0]).toBe('\uFEFF"project_id","project","opens","before"');
    // Quoted and prefixed with an apostrophe, so that a spreadsheet treats it as text.
    expect(csv[1]).toMatch(/^"\d+","'=1\+2","1","0"$/);
  });
