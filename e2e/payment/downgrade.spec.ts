import { runAdmin } from '../../test-kit/admin.ts';
import { fileIn, openProject, prepareDelivery, signIn } from '../kit/delivery.ts';
import { expect, test } from '../kit/fixtures.ts';
import { specFolder } from '../kit/spec-folder.ts';

// Changes the limits of plans.
test.use({ isAlone: true });

const folder = specFolder();

const WORDS = {
  approaching: 'Depolama sınırınıza yaklaşıyorsunuz: %80 kullanıldı.',
  exceeded: 'Depolama sınırı aşıldı. Yeniden yüklemek için dosya silin ya da planınızı yükseltin.',
  warning: 'Proje sınırınıza yaklaşıyorsunuz.',
  blocked: 'Proje sınırınıza ulaştınız. Yeni proje oluşturulamaz.',
  newProject: 'Yeni proje',
  limit: 'Proje sınırına ulaşıldı',
  upgrade: 'Yükselt',
  addFiles: 'Dosya ekle',
  refused: /Depolama alanı yetersiz/,
} as const;

const FILE_BYTES = 32 * 1024;
/** Returns the storage limit in GB of which one file takes `percent` percent. */
const limitFor = (percent: number) => ((FILE_BYTES / 1024 ** 3 / percent) * 100).toFixed(12);

test.use({ language: 'tr' });

test('a smaller plan warns, blocks new projects and uploads, and keeps everything', async ({
  page,
  product,
}) => {
  const name = 'smaller';
  const limits = (projects: string, storage: string) =>
    Promise.all([
      runAdmin(product, 'plans', 'set', 'free', 'projects', projects),
      runAdmin(product, 'plans', 'set', 'free', 'storage-gb', storage),
    ]);
  const delivery = await prepareDelivery(product, name);
  await runAdmin(product, 'set-plan', name, 'pro', '--until', '2030-01-31');
  for (const each of ['Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten'])
    await delivery.freelancer.expectCall(201, 'POST', '/api/projects/', {
      name: each,
      description: '',
      customer_id: null,
    });
  const form = new FormData();
  form.set('version', String(delivery.version));
  form.set('file', new File([Buffer.alloc(FILE_BYTES, 'a')], 'notes.txt'));
  await delivery.freelancer.expectCall(201, 'POST', '/api/files/', form);
  await runAdmin(product, 'set-plan', name, 'free');
  await signIn(page, delivery.freelancer);

  await test.step('the dashboard shows the first and the last warnings of storage and projects', async () => {
    const levels = [
      ['13', 80.5, WORDS.warning, WORDS.approaching],
      ['3', 400, WORDS.blocked, WORDS.exceeded],
    ] as const;
    for (const [projects, percent, project, storage] of levels) {
      await limits(projects, limitFor(percent));
      await page.goto('/dashboard');
      await expect(page.getByText(project)).toBeVisible();
      await expect(page.getByText(storage)).toBeVisible();
    }
  });

  await test.step('a new project is refused with the dialog that leads to the plans', async () => {
    await page.goto('/projects');
    await page.getByRole('button', { name: WORDS.newProject }).click();
    await expect(page.getByRole('dialog')).toContainText(WORDS.limit);
    await page.getByRole('link', { name: WORDS.upgrade }).click();
    await expect(page).toHaveURL(/\/subscription\/pricing$/);
  });

  await test.step('an upload is refused with a message that storage is full', async () => {
    await page.goto(`/projects/${delivery.project}`);
    const file = fileIn(folder(), 'more.txt', Buffer.alloc(2048, 'b'));
    await page.getByLabel(WORDS.addFiles).last().setInputFiles([file]);
    await expect(page.getByText(WORDS.refused).first()).toBeVisible();
  });

  await test.step('the client can still view and download', async () => {
    await openProject(page, delivery, 'customer');
    await expect(page.getByText('notes.txt').first()).toBeVisible();
    const [file] = (
      await delivery.customer.expectCall<{ results: { file: string }[] }>(
        200,
        'GET',
        `/api/files/?version=${delivery.version}`,
      )
    ).results;
    const answer = await page.request.get(`${file?.file}?download=1`);
    expect([answer.status(), (await answer.body()).length]).toEqual([200, FILE_BYTES]);
  });
});
