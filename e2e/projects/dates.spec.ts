import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expectAccessibleAsItStands } from '../kit/accessibility.ts';
import { openProject, prepareDelivery, signIn } from '../kit/delivery.ts';
import { expect, test, TURKISH_ON_PHONES } from '../kit/fixtures.ts';

test.use(TURKISH_ON_PHONES);

/** Returns the date `days` days from today, in the browser's time zone. */
const dayAfter = (page: Page, days: number) =>
  page.evaluate((count) => {
    const day = new Date();
    day.setDate(day.getDate() + count);
    return `${day.getFullYear()}-${String(day.getMonth() + 1).padStart(2, '0')}-${String(day.getDate()).padStart(2, '0')}`;
  }, days);

test('@phone-before-release a freelancer sets due dates, and the client sees them and their changes', async ({
  page,
  browser,
  product,
  t,
  isMobile,
}) => {
  const delivery = await prepareDelivery(product, isMobile ? 'dates-phone' : 'dates');
  const { freelancer, customer, project } = delivery;
  await openProject(page, delivery, 'freelancer');
  const tomorrow = await dayAfter(page, 1);
  const late = await dayAfter(page, -3);
  const clientBrowser = await browser.newContext({ locale: isMobile ? 'tr-TR' : 'en-US' });
  await signIn(clientBrowser, customer);
  const client = await clientBrowser.newPage();
  await openProject(client, delivery);
  const inWords = isMobile ? 'yarın' : 'tomorrow';

  await test.step('a milestone is due tomorrow', async () => {
    await page.getByRole('button', { name: t('milestones.add') }).click();
    const form = page.getByRole('dialog');
    await form.getByRole('textbox', { name: t('milestones.name') }).fill('Proof');
    const due = form.getByLabel(t('milestoneForm.due'));
    await due.focus();
    await page.keyboard.type('1');
    await page.keyboard.press('Enter');
    await expect(due).toHaveAccessibleDescription(new RegExp(t('validation.wholeDay')));
    await due.fill(tomorrow);
    await expect(form.getByText(t('validation.wholeDay'))).toBeHidden();
    await form.getByRole('button', { name: t('milestones.add') }).click();
    for (const each of [page, client]) {
      const step = each.getByRole('listitem').filter({ has: each.getByRole('heading', { name: 'Proof' }) });
      await expect(step.locator(`time[datetime="${tomorrow}"]`)).toContainText(inWords);
      await expect(step.locator('time')).toHaveAttribute('title', new RegExp(tomorrow.slice(0, 4), 'u'));
      await expect(each.locator('header').locator(`time[datetime="${tomorrow}"]`)).toContainText(inWords);
    }
  });

  await test.step('the client downloads the date of one milestone for a calendar', async () => {
    const step = client.getByRole('listitem').filter({ has: client.getByRole('heading', { name: 'Proof' }) });
    const link = step.getByRole('link');
    await expect(link).toHaveAccessibleDescription(t('project.calendar'));
    const box = await link.boundingBox();
    expect(box?.height).toBeGreaterThanOrEqual(44);
    const [download] = await Promise.all([client.waitForEvent('download'), link.click()]);
    expect(download.suggestedFilename()).toMatch(/\.ics$/);
    const event = await readFile(await download.path(), 'utf8');
    expect(event).toContain(`DTSTART;VALUE=DATE:${tomorrow.replaceAll('-', '')}`);
    expect(event.match(/BEGIN:VEVENT/g)).toHaveLength(1);
    const own = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Proof' }) });
    await expect(own.getByRole('link')).toHaveCount(0);
  });

  await test.step('the next version is expected on a day', async () => {
    if (isMobile) await page.getByRole('button', { name: t('project.more'), exact: true }).click();
    await page.getByRole(isMobile ? 'menuitem' : 'button', { name: t('project.edit') }).click();
    const form = page.getByRole('dialog');
    await form.getByLabel(t('projectForm.expected')).fill(tomorrow);
    await form.getByRole('button', { name: t('actions.save') }).click();
    await expect(client.getByText(t('project.nextVersion'))).toContainText(inWords);
  });

  await test.step('the freelancer sees how late a milestone is, and the client only its date', async () => {
    const { id } = await freelancer.expectCall<{ id: number }>(201, 'POST', '/api/milestones/', {
      name: 'Sketch',
      project,
      order: 1,
      due_on: late,
    });
    await expect(page.locator('header').locator(`time[datetime="${late}"]`)).toContainText(
      isMobile ? '3 gün önce' : '3 days ago',
    );
    const seen = client.locator('header').locator(`time[datetime="${late}"]`);
    await expect(seen).toBeVisible();
    await expect(seen).not.toContainText(isMobile ? 'önce' : 'ago');
    await expectAccessibleAsItStands(page);
    await expectAccessibleAsItStands(client);
    await page.goto('/projects?due=late');
    await expect(page.getByRole('link', { name: 'Summer campaign' })).toBeVisible();
    await freelancer.expectCall(200, 'PATCH', `/api/milestones/${id}/`, { completed: true });
    await page.goto('/projects?due=late');
    await expect(page.getByRole('heading', { name: t('projects.nothingFound.title') })).toBeVisible();
    await expect(client.locator('header').locator(`time[datetime="${tomorrow}"]`).first()).toBeVisible();
  });
  await clientBrowser.close();
});
