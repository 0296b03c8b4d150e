import { inviteCustomer, registerCustomer, registerFreelancer } from '../../test-kit/accounts.ts';
import { signIn } from '../kit/delivery.ts';
import { expect, test } from '../kit/fixtures.ts';
import { expectForAMoment } from '../kit/moments.ts';
import { LANGUAGES, speak, wordsOf } from '../kit/words.ts';
import { addProjects } from '../kit/plans.ts';

// Many steps, which take their time on a busy machine.
test.describe.configure({ timeout: 180_000 });

for (const language of LANGUAGES) {
  const t = wordsOf(language);

  test(`customers are created, told apart, searched, paged, and their links copied (${language}) @phone`, async ({
    page,
    context,
    product,
    isMobile,
  }, { project: { name: size } }) => {
    const tag = `${language}-${size}`;
    const freelancer = await registerFreelancer(product, `desk-${tag}`);
    await signIn(context, freelancer);
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await speak(page, language);
    await page.goto('/customers');
    await expect(page.getByRole('heading', { name: t('customers.emptyTitle') })).toBeVisible();

    await page.getByRole('button', { name: t('customers.new') }).click();
    const dialog = page.getByRole('dialog');
    const username = dialog.getByLabel(t('customers.username'));
    await username.fill(`desk-${tag}`);
    await dialog.getByRole('button', { name: t('customers.create') }).click();
    // The server's own words, in the language of the page.
    await expect(dialog.getByText(language === 'tr' ? /kullanıcı adı/ : /already exists/)).toBeVisible();
    await expect(username).toBeFocused();
    await expect(username).toHaveValue(`desk-${tag}`);
    await username.fill(`aslı-${tag}`);
    await username.press('Enter');
    await expect(dialog.getByText(t('customers.createdTitle'))).toBeVisible();
    await dialog
      .getByRole('button', { name: t('actions.close') })
      .last()
      .click();

    const registered = await inviteCustomer(freelancer, `berk-${tag}`);
    const client = await registerCustomer(product, registered.reset_token);
    await client.expectCall(200, 'GET', '/api/projects/');
    await addProjects(freelancer, ['One', 'Two'], registered.id);
    for (let number = 10; number < 30; number += 1)
      await freelancer.expectCall(201, 'POST', '/api/users/', { username: `mass${number}-${tag}` });
    await page.reload();

    const rowOf = (name: string) => page.getByRole('row').filter({ hasText: name });
    await expect(
      rowOf(`aslı-${tag}`).getByText(t('customers.invited')).filter({ visible: true }),
    ).toBeVisible();
    await expect(
      rowOf(`berk-${tag}`).getByText(t('customers.lastSeen')).filter({ visible: true }),
    ).toBeVisible();
    if (!isMobile)
      await expect(rowOf(`berk-${tag}`)).toContainText(t('customers.projectCount', { count: 2 }));
    // The initial, by the rules of the page's language, on a colour that comes from the name.
    await expect(rowOf(`aslı-${tag}`).locator('.mantine-Avatar-placeholder')).toHaveText('A');

    // "Copied" shows for half a second.
    const copy = page.getByRole('button', { name: t('customers.copyLinkOf', { username: `aslı-${tag}` }) });
    const copied = page.getByRole('tooltip', { name: t('customers.copied') });
    await expectForAMoment(page, copy, copied);
    await page.clock.runFor(2000);
    await expect(copied).toBeHidden();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    expect(link).toMatch(/^http:\/\/localhost:\d+\/customer-register\?token=.+/);
    await page.clock.resume();

    const pages = page.getByRole('navigation', { name: t('paging.label') });
    await expect(pages).toContainText(t('paging.pageOf', { page: 1, count: 2 }));
    await pages.getByRole('button', { name: t('paging.next') }).click();
    await expect(page).toHaveURL(/\/customers\?page=2$/);
    await expect(page.getByRole('row')).toHaveCount(3);
    const search = page.getByRole('searchbox', { name: t('customers.search') });
    await search.fill('ASLI');
    await expect(page).toHaveURL(/\/customers\?search=ASLI$/);
    await expect(page.getByRole('row')).toHaveCount(2);
    await expect(rowOf(`aslı-${tag}`)).toBeVisible();
    await search.fill('zzz');
    await expect(page.getByText(t('customers.noneFound', { search: 'zzz' }))).toBeVisible();

    await page.getByRole('link', { name: 'Vitrin' }).first().click();
    await expect(page).toHaveURL(/\/dashboard$/);
    // The projects of one customer, and not of another whose name holds theirs.
    const longer = await inviteCustomer(freelancer, `berk-${tag}2`);
    await addProjects(freelancer, ['Three'], longer.id);
    await page.goto(`/customers?search=berk-${tag}`);
    await page
      .getByRole('button', { name: t('customers.actionsOf', { username: `berk-${tag}` }), exact: true })
      .click();
    await page.getByRole('menuitem', { name: t('customers.showProjects') }).click();
    await expect(page).toHaveURL(new RegExp(`/projects\\?customer=${registered.id}$`));
    await expect(page.getByRole('link', { name: 'Two' })).toBeVisible();
    await expect(page.getByRole('row')).toHaveCount(3);
    const chosen = page.getByRole('button', {
      name: t('projects.clearCustomer', { username: `berk-${tag}` }),
    });
    await chosen.click();
    await expect(page).toHaveURL(/\/projects$/);
    await expect(page.getByRole('link', { name: 'Three' })).toBeVisible();
    await expect(chosen).toBeHidden();
  });
}
