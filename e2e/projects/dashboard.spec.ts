import { DatabaseSync } from 'node:sqlite';
import path from 'node:path';
import { inviteCustomer, registerCustomer, registerFreelancer } from '../../test-kit/accounts.ts';
import type { ApiSession } from '../../test-kit/api-session.ts';
import type { Product } from '../../test-kit/product.ts';
import { expectAccessible } from '../kit/accessibility.ts';
import { signIn } from '../kit/delivery.ts';
import { expect, test, TURKISH_ON_PHONES } from '../kit/fixtures.ts';
import { expectTransient } from '../kit/transient.ts';
import { addProjects } from '../kit/plans.ts';

/** Inserts the row of a file without bytes, to save the upload of half a GB. */
function useStorage({ dataDir }: Product, version: number, megabytes: number): void {
  const db = new DatabaseSync(path.join(dataDir, 'vitrin.sqlite'), { timeout: 10_000 });
  db.prepare('delete from files where version_id = ?').run(version);
  db.prepare(
    `insert into files (version_id, owner_id, name, storage_key, size_bytes, media_type, created_at)
     select versions.id, projects.owner_id, 'film.mov', 'none-' || versions.id, ?, 'video/quicktime', ?
     from versions join projects on projects.id = versions.project_id where versions.id = ?`,
  ).run(megabytes * 1024 ** 2, new Date().toISOString(), version);
  db.close();
}

/**
 * Moves the visits of a project back by an hour, so that the next look begins a new visit; returns false if there is no
 * visit yet.
 */
function endVisits({ dataDir }: Product, project: number): boolean {
  const db = new DatabaseSync(path.join(dataDir, 'vitrin.sqlite'), { timeout: 10_000 });
  const hourAgo = new Date(Date.now() - 3_600_000).toISOString();
  const { changes } = db
    .prepare('update visits set opened_at = ?, seen_at = ? where project_id = ?')
    .run(hourAgo, hourAgo, project);
  db.close();
  return changes > 0;
}

async function addVersion(freelancer: ApiSession, project: number): Promise<number> {
  const input = { version_number: '1', project };
  return (await freelancer.expectCall<{ id: number }>(201, 'POST', '/api/versions/', input)).id;
}

async function addFile(freelancer: ApiSession, version: number): Promise<void> {
  const upload = new FormData();
  upload.set('version', String(version));
  upload.set('file', new Blob(['x']), 'work.txt');
  await freelancer.expectCall(201, 'POST', '/api/files/', upload);
}

test.use(TURKISH_ON_PHONES);

const percentIn = (locale: string | undefined, value: number) =>
  new Intl.NumberFormat(locale, { style: 'percent' }).format(value / 100);

test('the checklist completes itself, and the cards warn near the limits @phone-before-release @before-release', async ({
  page,
  context,
  product,
  t,
  locale,
}, { project: { name: size } }) => {
  const freelancer = await registerFreelancer(product, `dash-${size}`);
  await signIn(context, freelancer);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/dashboard');
  const steps = page.getByRole('region', { name: t('firstSteps.title') });
  const done = steps.getByText(t('firstSteps.done'));
  await expect(steps).toBeVisible();
  await expect(done).toHaveCount(0);

  await steps.getByRole('button', { name: t('customers.new') }).click();
  await page.getByRole('dialog').getByLabel(t('customers.username')).fill(`first-${size}`);
  await page.keyboard.press('Enter');
  const created = page.getByRole('dialog', { name: t('customers.createdTitle') });
  await created
    .getByRole('button', { name: t('actions.close') })
    .last()
    .click();
  await expect(created).toBeHidden();
  await expect(done).toHaveCount(1);

  await steps.getByRole('button', { name: t('projects.new') }).click();
  await page
    .getByRole('dialog')
    .getByRole('textbox', { name: t('projects.name') })
    .fill('First work');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'First work' })).toBeVisible();
  const project = Number(/\d+$/.exec(page.url())?.[0]);
  const version = await addVersion(freelancer, project);
  await page.goto('/dashboard');
  // A version without files does not complete a step, because it shows the client nothing.
  await expect(done).toHaveCount(2);
  await steps.getByRole('link', { name: t('firstSteps.versionAction') }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'First work' })).toBeVisible();
  await addFile(freelancer, version);
  await page.goto('/dashboard');
  await expect(done).toHaveCount(3);
  await steps.getByRole('link', { name: t('firstSteps.linkAction') }).click();
  const copy = page.getByRole('button', { name: t('customers.copyLinkOf', { username: `first-${size}` }) });
  const copied = page.getByRole('tooltip', { name: t('customers.copied') });
  await expectTransient(page, copy, copied);
  await page.clock.resume();
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: t('dashboard.recent') })).toBeVisible();
  await expect(steps).toBeHidden();

  const storage = page.getByRole('region', { name: t('dashboard.storage.title') });
  for (const [megabytes, warning] of [
    [384, null],
    [390, t('dashboard.storage.approaching', { percent: percentIn(locale, 76) })],
  ] as const) {
    useStorage(product, version, megabytes);
    await page.reload();
    await expect(storage).toContainText(`${megabytes} MB`);
    if (warning === null) await expect(storage.locator('[data-level]')).toHaveCount(0);
    else await expect(storage.locator('[data-level]')).toHaveText(warning);
  }

  const projects = page.getByRole('region', { name: t('dashboard.projects.title'), exact: true });
  await expect(projects.locator('[data-level]')).toHaveCount(0);
  await addProjects(freelancer, ['Second', 'Third']);
  await page.reload();
  await expect(projects).toContainText(t('dashboard.projects.usedOf', { used: 3, count: 3 }));
  await expect(projects).toContainText(t('dashboard.projects.blocked'));

  // In the limit dialog "Cancel" stays, "Upgrade" leads to the plans.
  await page.getByRole('button', { name: t('projects.new') }).click();
  const limit = page.getByRole('dialog', { name: t('projectLimit.title') });
  await expect(limit).toContainText(t('projectLimit.description'));
  await limit.getByRole('button', { name: t('actions.cancel') }).click();
  await expect(limit).toBeHidden();
  await page.getByRole('button', { name: t('projects.new') }).click();
  await limit.getByRole('link', { name: t('projectLimit.upgrade') }).click();
  await expect(page).toHaveURL(/\/subscription\/pricing$/);
});

test("a customer's dashboard shows the work, without figures or the cards of a plan @phone-before-release", async ({
  page,
  product,
  t,
}, { project: { name: size } }) => {
  const freelancer = await registerFreelancer(product, `host-${size}`);
  const { id, reset_token } = await inviteCustomer(freelancer, `guest-${size}`);
  const [project] = await addProjects(freelancer, ['Seen'], id);
  await addProjects(freelancer, ['Unseen']);
  const client = await registerCustomer(product, reset_token);
  await signIn(page, client);
  await page.goto('/dashboard');
  const card = page
    .getByRole('article')
    .filter({ has: page.getByRole('link', { name: 'Seen', exact: true }) });
  await expect(card).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(1);
  await expect(page.locator('dd')).toHaveCount(0);
  for (const title of ['dashboard.storage.title', 'dashboard.projects.title', 'firstSteps.title'])
    await expect(page.getByRole('region', { name: t(title), exact: true })).toHaveCount(0);
  await expect(page.getByRole('navigation', { name: t('dashboard.quickActions') })).toHaveCount(0);
  await expect(page.getByRole('button', { name: t('projects.new') })).toHaveCount(0);

  // The first visit marks nothing as new, only content added after it.
  const news = (what: string) => card.getByText(t('dashboard.news', { what }), { exact: true });
  const version = t('dashboard.newVersions', { count: 1 });
  await addVersion(freelancer, project?.id ?? 0);
  await page.reload();
  await expect(card).toBeVisible();
  await expect(news(version)).toHaveCount(0);
  await client.expectCall(200, 'GET', `/api/projects/${project?.id}/`);
  // The version is now newer than the visit, which is moved back by an hour.
  await expect.poll(() => endVisits(product, project?.id ?? 0)).toBe(true);
  await page.reload();
  await expect(news(version)).toBeVisible();
  await expectAccessible(page);
  // The whole card leads to the work, and so does the site's root while there is one project.
  await expect(card.getByText(t('dashboard.seeWork'))).toBeVisible();
  await card.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Seen' })).toBeVisible();
  await page.goto('/');
  await expect(page).toHaveURL(`/projects/${project?.id}`);
  await addProjects(freelancer, ['Also seen'], id);
  await page.goto('/');
  await expect(page).toHaveURL('/dashboard');
});

test('charts have ranges and can be shown as tables, and the palette opens any screen @phone-before-release @before-release', async ({
  page,
  product,
  isMobile,
  t,
  language,
}, { project: { name: size } }) => {
  const freelancer = await registerFreelancer(product, `chart-${size}`);
  await signIn(page, freelancer);
  await page.goto('/analytics');
  await expect(page.getByRole('heading', { name: t('analytics.emptyTitle') })).toBeVisible();
  await expect(page.getByText(t('analytics.emptyMessage'))).toBeVisible();

  const { id, reset_token } = await inviteCustomer(freelancer, `viewer-${size}`);
  const [project] = await addProjects(freelancer, ['Işıklı Vitrin'], id);
  const client = await registerCustomer(product, reset_token);
  await client.expectCall(200, 'GET', `/api/projects/${project?.id}/`);
  // The freelancer's own views do not count.
  await freelancer.expectCall(200, 'GET', `/api/projects/${project?.id}/`);
  const table = (title: string) => t('analytics.showTableOf', { title: t(title) });
  const rows = page.getByRole('region', { name: t('analytics.activity') }).getByRole('row');
  await expect(async () => {
    await page.goto('/analytics?days=7');
    await page.getByRole('button', { name: table('analytics.activity') }).click();
    await expect(rows).toHaveCount(8);
    // The first row is today's; after midnight the visit is in the second one.
    const firstNumbers = rows.locator('td:nth-child(2)');
    await expect(firstNumbers.filter({ hasText: /^1$/ })).toHaveCount(1, { timeout: 500 });
  }).toPass();
  const range = (days: number) => page.getByText(t('analytics.days', { count: days }), { exact: true });
  await range(90).click();
  await expect(page).toHaveURL(/days=90$/);
  await expect(rows).toHaveCount(91);
  await range(30).click();
  await expect(page).toHaveURL(/\/analytics$/);
  await expect(rows).toHaveCount(31);
  for (const title of ['analytics.byStatus', 'analytics.progress', 'analytics.storage'])
    await page.getByRole('button', { name: table(title) }).click();
  await expect(page.getByRole('row', { name: `${t('projects.status.pending')} 1` })).toBeVisible();

  // Opens the palette by the button on a phone, otherwise by the shortcut.
  if (isMobile) await page.getByRole('button', { name: t('palette.open'), exact: true }).click();
  else await page.keyboard.press('ControlOrMeta+k');
  const words = page.getByPlaceholder(t('search.placeholder'));
  await words.fill(language === 'tr' ? 'IŞIKLI' : 'viewer');
  // The server's results arrive later and may be inserted above.
  const found = page.getByRole('button', { name: /Işıklı Vitrin/ });
  await expect(found).toBeVisible();
  if (language === 'tr') {
    await found.click();
    await expect(page.getByRole('heading', { level: 1, name: 'Işıklı Vitrin' })).toBeVisible();
  } else {
    await page.getByRole('button', { name: `viewer-${size}`, exact: true }).click();
    await expect(page).toHaveURL(/\/customers\?search=viewer/);
  }
  if (isMobile) await page.getByRole('button', { name: t('palette.open'), exact: true }).click();
  else await page.keyboard.press('ControlOrMeta+k');
  const other = language === 'tr' ? 'en' : 'tr';
  await words.fill(other === 'tr' ? 'Türkçe' : 'English');
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveAttribute('lang', other);
});
