import type { Page } from '@playwright/test';
import type { Version } from '@vitrin/shared/contract/versions.ts';
import { expectAccessibleAsItStands } from '../kit/accessibility.ts';
import { openProject, prepareDelivery, signIn } from '../kit/delivery.ts';
import { expect, test, TURKISH_ON_PHONES } from '../kit/fixtures.ts';

test.use(TURKISH_ON_PHONES);

const MARK = 'Qzx 7.0';

/**
 * Returns everything that the server has sent for the page: a new response for its address, and its present content.
 */
async function everythingOf(page: Page): Promise<string> {
  const answer = await page.request.get(page.url());
  return (await answer.text()) + (await page.content());
}

test('@phone-before-release a freelancer prepares a draft version, and the client sees it once it is ready, or at its scheduled time', async ({
  page,
  browser,
  product,
  t,
  isMobile,
}) => {
  const delivery = await prepareDelivery(product, isMobile ? 'drafts-phone' : 'drafts');
  const { freelancer, customer, project, version } = delivery;
  await freelancer.expectCall(200, 'PATCH', `/api/versions/${version}/`, { ready_at: null });
  const clientBrowser = await browser.newContext({ locale: isMobile ? 'tr-TR' : 'en-US' });
  await signIn(clientBrowser, customer);
  const client = await clientBrowser.newPage();
  const stream = clientBrowser.waitForEvent('response', (answer) => answer.url().includes('/api/changes/'));
  await openProject(client, delivery);
  await stream;
  await openProject(page, delivery, 'freelancer');
  const panel = (on: Page, number: string) =>
    on.getByRole('heading', { name: t('versions.name', { number }) }).getByRole('button');

  await test.step('the client sees no trace of a draft version', async () => {
    await expect(client.getByText(t('versions.emptyTitle'))).toBeVisible();
    await expect(page.getByText(t('drafts.onlyYou'))).toBeVisible();
    await expect(panel(page, '1.0')).toContainText(t('drafts.draft'));
    await expect(panel(page, '1.0')).not.toContainText(t('versions.current'));
  });

  await test.step("one click makes the draft ready, and the client's open page shows it", async () => {
    await page.getByRole('button', { name: t('drafts.makeReady') }).click();
    await expect(panel(client, '1.0')).toBeVisible();
    await expect(panel(page, '1.0')).toContainText(t('versions.current'));
    await expect(page.getByText(t('drafts.onlyYou'))).toBeHidden();
  });

  await test.step('the form creates a draft version by keyboard', async () => {
    await page.getByRole('button', { name: t('versions.add') }).click();
    const form = page.getByRole('dialog', { name: t('versions.createTitle') });
    await form.getByLabel(t('versions.number')).fill(MARK);
    await form.getByRole('radio', { name: t('drafts.now') }).focus();
    await page.keyboard.press('ArrowRight');
    await expect(form.getByText(t('drafts.hintDraft'))).toBeVisible();
    await expectAccessibleAsItStands(page);
    await form.getByRole('button', { name: t('versions.add') }).click();
    await expect(form).toBeHidden();
    await expect(panel(page, MARK)).toContainText(t('drafts.draft'));
    await expect(panel(page, '1.0')).toContainText(t('versions.current'));
    await expectAccessibleAsItStands(page);
    expect(await everythingOf(client)).not.toContain(MARK);
    await client.reload();
    await expect(panel(client, '1.0')).toBeVisible();
    expect(await everythingOf(client)).not.toContain(MARK);
  });

  await test.step('the form sets a time, which the page shows', async () => {
    await page.getByRole('button', { name: t('versions.actionsOf', { number: MARK }) }).click();
    await page.getByRole('menuitem', { name: t('actions.edit') }).click();
    const form = page.getByRole('dialog', { name: t('versions.editTitle') });
    await form.getByText(t('drafts.at'), { exact: true }).click();
    const field = form.getByLabel(t('drafts.time'));
    await expect(field).toHaveValue(/T09:00$/);
    await expectAccessibleAsItStands(page);
    await field.fill('2020-01-01T10:00');
    await form.getByRole('button', { name: t('actions.save') }).click();
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    const { id } = (
      await freelancer.expectCall<{ results: Version[] }>(200, 'GET', `/api/versions/?project=${project}`)
    ).results.find(({ version_number }) => version_number === MARK) ?? { id: 0 };
    const tomorrow = new Date(Date.now() + 24 * 3600 * 1000);
    await field.fill(`${tomorrow.toISOString().slice(0, 10)}T14:00`);
    await form.getByRole('button', { name: t('actions.save') }).click();
    await expect(form).toBeHidden();
    await expect(panel(page, MARK)).toContainText('00');
    await expect(panel(page, MARK)).not.toContainText(t('drafts.draft'));
    // The time passes while the client's page is open.
    const soon = new Date(Date.now() + 2000).toISOString();
    await freelancer.expectCall(200, 'PATCH', `/api/versions/${id}/`, { ready_at: soon });
    await expect(panel(client, MARK)).toBeVisible({ timeout: 40_000 });
    await expect(panel(page, MARK)).toContainText(t('versions.current'));
  });
  await clientBrowser.close();
});
