import type { Page } from '@playwright/test';
import type { Board } from '@vitrin/shared/contract/figures/boards.ts';
import { inviteCustomer, registerCustomer, registerFreelancer } from '../../test-kit/accounts.ts';
import { expectAccessible } from '../kit/accessibility.ts';
import { signIn } from '../kit/delivery.ts';
import { expect, test, TURKISH_ON_PHONES } from '../kit/fixtures.ts';
import { addProjects, upgrade } from '../kit/plans.ts';
import type { Words } from '../kit/words.ts';

test.use(TURKISH_ON_PHONES);

const titlesOf = (page: Page) => page.getByRole('main').getByRole('heading', { level: 2 });

/**
 * Adds the figures in the address to a board as a card with this title: to a new board if `board` is given, otherwise
 * to the proposed one.
 */
async function addCard(page: Page, t: Words, title: string, board?: string): Promise<void> {
  await page.getByRole('button', { name: t('boards.add') }).click();
  const dialog = page.getByRole('dialog');
  if (board !== undefined) await dialog.getByLabel(t('boards.name')).fill(board);
  await dialog.getByLabel(t('boards.cardTitle')).fill(title);
  await dialog.getByRole('button', { name: t('boards.addShort'), exact: true }).click();
  await expect(dialog).toHaveCount(0);
}

test('a freelancer adds figures to a board as cards, arranges them by keyboard and has the board mailed every week @phone-before-release @before-release', async ({
  page,
  product,
  t,
}, { project: { name } }) => {
  const freelancer = await registerFreelancer(product, `boards-${name}`);
  await upgrade(freelancer, 'Enterprise');
  const { id, reset_token } = await inviteCustomer(freelancer, `boards-${name}-client`);
  const [project] = await addProjects(freelancer, ['Otel Deniz'], id);
  const number = { version_number: '1.0', project: project?.id };
  const version = await freelancer.expectCall<{ id: number }>(201, 'POST', '/api/versions/', number);
  const client = await registerCustomer(product, reset_token);
  await client.expectCall(200, 'GET', `/api/projects/${project?.id}/`);
  await signIn(page, freelancer);

  await page.goto('/analytics?measure=opens&by=project');
  await addCard(page, t, 'Opened', 'Every Monday');
  const added = page.getByText(t('boards.added', { name: 'Every Monday' }));
  await expect(added).toBeVisible();
  await page
    .getByRole('main')
    .getByRole('link', { name: t('boards.title') })
    .click();
  await page.getByRole('link', { name: 'Every Monday' }).click();
  await expect(page.getByText(t('figures.only', { what: 'Otel Deniz' }))).toBeVisible();

  // The board leads to the figures and receives a card from there; this one is limited to a version.
  await page.getByRole('link', { name: t('boards.addCard') }).click();
  const question = page.getByRole('search', { name: t('figures.question') });
  const choose = async (label: string, option: string) => {
    await question.getByRole('combobox', { name: label, exact: true }).click();
    await page.getByRole('option', { name: option, exact: true }).click();
  };
  await choose(t('figures.figure'), t('figures.measure.looks'));
  await choose(t('figures.dimension.project'), 'Otel Deniz');
  await choose(t('figures.dimension.version'), t('figures.version', { number: '1.0' }));
  // The address changes before the screen does.
  const chosen = question.getByRole('combobox', { name: t('figures.dimension.version'), exact: true });
  await expect(chosen).toHaveValue(t('figures.version', { number: '1.0' }));
  await addCard(page, t, 'Viewed');
  await expect(page).toHaveURL(/\/analytics\/boards\/\d+$/);
  await expect(titlesOf(page)).toHaveText(['Opened', 'Viewed']);
  await expectAccessible(page);

  await page.getByRole('button', { name: t('boards.dragCard', { title: 'Opened' }) }).focus();
  await page.keyboard.press('End');
  await expect(titlesOf(page)).toHaveText(['Viewed', 'Opened']);
  await page.getByText(t('boards.mail.choice.weekly'), { exact: true }).click();
  await expect(page.getByText(t('boards.mail.next', { time: '' }).trim())).toBeVisible();

  const menu = page.getByRole('button', { name: t('boards.actionsOfCard', { title: 'Viewed' }) });
  await menu.click();
  await page.getByRole('menuitem', { name: t('boards.remove') }).click();
  await expect(titlesOf(page)).toHaveText(['Opened']);
  await page.getByRole('button', { name: t('boards.undo') }).click();
  await expect(titlesOf(page)).toHaveText(['Viewed', 'Opened']);

  const board = page.url().split('/').at(-1);
  await expect
    .poll(async () => {
      const kept = await freelancer.expectCall<Board>(200, 'GET', `/api/analytics/boards/${board}/`);
      return [kept.mail, ...kept.cards.map(({ title, query }) => `${title} ${query.version ?? ''}`)];
    })
    .toEqual(['weekly', `Viewed ${version.id}`, 'Opened ']);
  await page.reload();
  await expect(titlesOf(page)).toHaveText(['Viewed', 'Opened']);
  await expect(page.getByRole('radio', { name: t('boards.mail.choice.weekly') })).toBeChecked();
});

test('boards of an Enterprise plan stay after the plan ends, without updates @before-release', async ({
  page,
  product,
  t,
}) => {
  const freelancer = await registerFreelancer(product, 'boards-kept');
  await upgrade(freelancer, 'Enterprise');
  const { id } = await freelancer.expectCall<Board>(201, 'POST', '/api/analytics/boards/', { name: 'Mine' });
  await signIn(page, freelancer);
  await page.goto('/analytics/boards');
  await page.getByRole('link', { name: 'Mine' }).waitFor();
  await upgrade(freelancer, 'Professional');
  await page.reload();
  await expect(page.getByText(t('boards.kept'))).toBeVisible();
  await expect(page.getByText(t('boards.stopped'), { exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Mine' })).toHaveCount(0);
  await expectAccessible(page);
  await page.goto(`/analytics/boards/${id}`);
  await expect(page.getByText(t('boards.lacking'))).toBeVisible();
});
