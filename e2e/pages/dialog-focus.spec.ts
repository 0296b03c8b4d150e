import type { Locator, Page } from '@playwright/test';
import { uploadFile } from '../../test-kit/upload-file.ts';
import { type Delivery, prepareDelivery, signIn } from '../kit/delivery.ts';
import { expectFocusIn, openWhole } from '../kit/dialogs.ts';
import { expect, test } from '../kit/fixtures.ts';
import type { Words } from '../kit/words.ts';

type Dialog = {
  opener: string;
  /** Entry of the menu that the opener opens. */
  item?: string;
  address: (delivery: Delivery) => string;
  who: 'freelancer' | 'customer';
};

const atProject = ({ project }: Delivery) => `/projects/${project}`;

const DIALOGS: readonly Dialog[] = [
  { opener: 'projects.new', address: () => '/projects', who: 'freelancer' },
  { opener: 'projects.new', address: () => '/dashboard', who: 'freelancer' },
  { opener: 'customers.new', address: () => '/customers', who: 'freelancer' },
  { opener: 'milestones.add', address: atProject, who: 'freelancer' },
  { opener: 'versions.add', address: atProject, who: 'freelancer' },
  { opener: 'work.share', item: 'project.writeMessage', address: atProject, who: 'freelancer' },
  { opener: 'project.more', item: 'project.delete', address: atProject, who: 'freelancer' },
  { opener: 'erasure.ask', address: () => '/account', who: 'freelancer' },
  { opener: 'files.select', address: atProject, who: 'customer' },
  { opener: 'erasure.ask', address: () => '/account', who: 'customer' },
];

for (const role of ['freelancer', 'customer'] as const)
  test(`every dialog of a ${role} moves the focus to its first field, and returns it @before-release`, async ({
    page,
    product,
    t,
  }) => {
    const delivery = await prepareDelivery(product, `focus-${role}`);
    for (const name of ['one.txt', 'two.txt'])
      await uploadFile(delivery.freelancer, delivery.version, name, Buffer.from('text'));
    await signIn(page, delivery[role]);
    for (const each of DIALOGS.filter(({ who }) => who === role)) {
      const { opener, item, address } = each;
      await openWhole(page, address(delivery));
      const button = page.getByRole('button', { name: t(opener), exact: true }).first();
      await test.step(`${opener} ${item ?? ''}`, () => openAndClose(page, t, button, item));
    }
  });

async function openAndClose(page: Page, t: Words, button: Locator, item?: string): Promise<void> {
  await button.press('Enter');
  if (item) await page.getByRole('menuitem', { name: t(item) }).press('Enter');
  const dialog = page.getByRole('dialog').filter({ visible: true });
  await expectFocusIn(dialog);
  const fields = dialog.locator('input, textarea, select, [contenteditable=true]').filter({ visible: true });
  if ((await fields.count()) > 0) await expect(fields.first()).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  // The menu item that opened the dialog has gone by then.
  if (item) await expect(page.locator('main :focus')).toBeVisible();
  else await expect(button).toBeFocused();
}
