import type { Locator, Page } from '@playwright/test';
import { PASSWORD } from '../../test-kit/accounts.ts';
import { expect } from './fixtures.ts';
import { slowUploads } from './delivery.ts';
import type { Words } from './words.ts';

/** Actions on a screen that lead to a state without an address of its own. */
export type OpenState = (page: Page, t: Words) => Promise<void>;

/** Presses the first button of this name and waits for the element that then appears. */
function press(button: string, shownElement: (page: Page, t: Words) => Locator): OpenState {
  return async (page, t) => {
    await page
      .getByRole('button', { name: t(button) })
      .first()
      .click();
    await shownElement(page, t).waitFor();
  };
}

/** Presses a button and waits for its dialog with a formatted text field. */
const pressForEditor = (button: string) =>
  press(button, (page, t) => page.getByRole('dialog').getByRole('button', { name: t('editor.bold') }));

export const openProjectForm = pressForEditor('projects.new');
export const openMilestoneForm = pressForEditor('milestones.add');
export const openVersionForm = pressForEditor('versions.add');

const DAY = '2030-12-04';

/** Opens a form and fills in a date. */
const withDay =
  (open: OpenState, label: string): OpenState =>
  async (page, t) => {
    await open(page, t);
    const day = page.getByRole('dialog').getByLabel(t(label));
    await day.fill(DAY);
    await day.scrollIntoViewIfNeeded();
  };
export const promiseMilestone = withDay(openMilestoneForm, 'milestoneForm.due');
export const expectVersion = withDay(openProjectForm, 'projectForm.expected');

export const openCustomerForm = press('customers.new', (page, t) =>
  page.getByRole('dialog').getByLabel(t('customers.username')),
);
/** Opens the people of the sample client that has some. */
export const openPeople: OpenState = async (page, t) => {
  await page.getByRole('button', { name: t('customers.actionsOf', { username: 'yeni.müşteri' }) }).click();
  await page.getByRole('menuitem', { name: t('customers.people') }).click();
  await page.getByRole('dialog').getByRole('list').waitFor();
};

/** Opens the menu of the place that the address names: its link, and the ways to ask about it. */
export const openPlaceMenu: OpenState = async (page, t) => {
  await page.getByTestId('place-mark').waitFor();
  await page.getByRole('button', { name: t('places.tools') }).click();
  await page.getByRole('menuitem', { name: t('places.mark') }).waitFor();
};

export const openProjectLimit = press('projects.new', (page, t) =>
  page.getByRole('dialog', { name: t('projectLimit.title') }),
);
/** Opens the dialog that adds the shown figures to a board as a card. */
export const addToBoard = press('boards.add', (page, t) =>
  page.getByRole('dialog').getByLabel(t('boards.cardTitle')),
);
export const openPalette = press('palette.open', (page, t) =>
  page.getByRole('dialog').getByRole('button', { name: t('shell.analytics') }),
);

/** Creates the secret address of calendar and feed, or replaces it. */
export const makeFeed: OpenState = async (page, t) => {
  const section = page.locator('#calendar');
  const made = section.getByLabel(t('feed.calendar'), { exact: true });
  const question = page.getByRole('dialog').getByRole('button', { name: t('feed.renew') });
  const renew = section.getByRole('button', { name: t('feed.renew') });
  await section
    .getByRole('button', { name: t('feed.make') })
    .or(renew)
    .click();
  await made.or(question).waitFor();
  if (await question.isVisible()) await question.click();
  await made.waitFor();
  await made.scrollIntoViewIfNeeded();
};

/** Opens the drawer; on a desktop it is always open and has no button. */
export const openDrawer: OpenState = async (page, t) => {
  const burger = page.getByRole('button', { name: t('shell.openMenu') }).filter({ visible: true });
  const logout = page.getByRole('button', { name: t('shell.logout') }).filter({ visible: true });
  await burger.or(logout).waitFor();
  if (await burger.isVisible()) await burger.click();
  await logout.waitFor();
};

export const askToDeleteProject: OpenState = async (page, t) => {
  await page.getByRole('button', { name: t('project.more'), exact: true }).click();
  await page.getByRole('menuitem', { name: t('project.delete') }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('actions.cancel') })
    .waitFor();
};

export const uploadSlowly: OpenState = async (page, t) => {
  await slowUploads(page, 20_000);
  // Uses the button, and tries again until React has taken over: files set on the field before that are lost.
  const button = page.getByRole('button', { name: t('work.add'), exact: true }).last();
  await expect(async () => {
    const [field] = await Promise.all([page.waitForEvent('filechooser', { timeout: 5000 }), button.click()]);
    await field.setFiles({
      name: 'film.mov',
      mimeType: 'video/quicktime',
      buffer: Buffer.alloc(3_000_000, 1),
    });
  }).toPass();
  await page
    .getByRole('region', { name: t('uploads.title') })
    .getByRole('progressbar')
    .first()
    .waitFor();
};

export const waitForPicture: OpenState = async (page) => {
  await page.getByRole('dialog').getByRole('img').first().waitFor();
};

export const registerVisitor: OpenState = async (page, t) => {
  await page.goto('/register');
  await page.getByLabel(t('auth.username')).fill(`visitor-${Date.now()}`);
  await page.getByLabel(t('auth.email')).fill('visitor@example.com');
  await page.getByLabel(t('auth.password'), { exact: true }).fill('petrol-green-window');
  await page.getByRole('button', { name: t('auth.register') }).click();
  await page.getByRole('heading', { level: 1, name: t('verifyEmail.title') }).waitFor();
};

export const correctAddress: OpenState = async (page, t) => {
  await registerVisitor(page, t);
  await page.getByRole('button', { name: t('verifyEmail.wrongAddress') }).click();
  await page.getByRole('heading', { level: 2, name: t('verifyEmail.correct') }).waitFor();
};

const movingOf = (page: Page, t: Words) => page.getByRole('region', { name: t('archives.title') });

export const exportArchive: OpenState = async (page, t) => {
  const moving = movingOf(page, t);
  const download = moving.getByRole('link', { name: t('archives.download') });
  const prepare = moving.getByRole('button', { name: t('archives.prepare'), exact: true });
  await download.or(prepare).waitFor();
  if (await prepare.isVisible()) await prepare.click();
  await download.waitFor();
  await moving.scrollIntoViewIfNeeded();
};

export const importArchive: OpenState = async (page, t) => {
  await exportArchive(page, t);
  const moving = movingOf(page, t);
  const importButton = moving.getByRole('button', { name: t('archives.bring'), exact: true });
  const choose = moving.getByLabel(t('archives.choose'));
  await importButton.or(choose).first().waitFor({ state: 'attached' });
  if (!(await importButton.isVisible())) {
    const archive = await page.request.get('/api/export/archive/');
    const buffer = await archive.body();
    await choose.setInputFiles({ name: 'everything.zip', mimeType: 'application/zip', buffer });
  }
  await importButton.waitFor();
};

export const askToErase = press('erasure.ask', (page) => page.getByRole('dialog'));

export const askedToErase: OpenState = async (page, t) => {
  const ask = page.getByRole('button', { name: t('erasure.ask') });
  const bar = page.getByRole('complementary', { name: t('leaving.label') });
  await ask.or(bar).first().waitFor();
  if (!(await bar.isVisible())) {
    await ask.click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: t('erasure.goOn') }).click();
    await dialog.getByLabel(t('auth.password'), { exact: true }).fill(PASSWORD);
    await dialog.getByRole('button', { name: t('erasure.confirm') }).click();
  }
  await bar.waitFor();
};
