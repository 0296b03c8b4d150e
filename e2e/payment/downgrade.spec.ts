import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runAdmin } from '../../test-kit/admin.ts';
import { fileIn, openProject, prepareDelivery, signIn } from '../kit/delivery.ts';
import { expect, test } from '../kit/fixtures.ts';

let folder: string;
test.beforeAll(() => void (folder = mkdtempSync(path.join(tmpdir(), 'vitrin-downgrade-'))));
test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

const WORDS = {
  en: {
    locale: 'en-US',
    approaching: 'You are approaching your storage limit: 80% used.',
    critical: 'Storage is almost full: only 5% remaining.',
    exceeded: 'Storage limit exceeded. Delete files or upgrade to upload again.',
    warning: 'You are approaching your project limit.',
    almost: 'You have almost reached your project limit.',
    blocked: 'You have reached your project limit. New projects are blocked.',
    newProject: 'New project',
    limit: 'Project limit reached',
    upgrade: 'Upgrade',
    addFiles: 'Add files',
    refused: /There is not enough storage/,
  },
  tr: {
    locale: 'tr-TR',
    approaching: 'Depolama sınırınıza yaklaşıyorsunuz: %80 kullanıldı.',
    critical: 'Depolama alanınız dolmak üzere: yalnızca %5 kaldı.',
    exceeded: 'Depolama sınırı aşıldı. Yeniden yüklemek için dosya silin ya da planınızı yükseltin.',
    warning: 'Proje sınırınıza yaklaşıyorsunuz.',
    almost: 'Proje sınırınıza ulaşmak üzeresiniz.',
    blocked: 'Proje sınırınıza ulaştınız. Yeni proje oluşturulamaz.',
    newProject: 'Yeni proje',
    limit: 'Proje sınırına ulaşıldı',
    upgrade: 'Yükselt',
    addFiles: 'Dosya ekle',
    refused: /Depolama alanı yetersiz/,
  },
} as const;

const FILE_BYTES = 32 * 1024;
/** The limit in GB of which one file is so many percent. */
const limitFor = (percent: number) => ((FILE_BYTES / 1024 ** 3 / percent) * 100).toFixed(12);

test.describe.configure({ mode: 'serial' });

for (const language of ['en', 'tr'] as const) {
  const words = WORDS[language];
  test.describe(`in ${language}`, () => {
    test.use({ locale: words.locale });

    test(`a smaller plan warns, stops creating and uploading, and keeps everything (${language})`, async ({
      page,
      context,
      product,
    }) => {
      test.setTimeout(240_000);
      const name = `smaller-${language}`;
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
      await signIn(context, delivery.freelancer);

      await test.step('the warnings of storage and projects, from the first to the last', async () => {
        const levels = [
          ['13', 80.5, words.warning, words.approaching],
          ['11', 95.5, words.almost, words.critical],
          ['3', 400, words.blocked, words.exceeded],
        ] as const;
        // Each level costs two starts of the admin command: Turkish sees the last one.
        for (const [projects, percent, project, storage] of language === 'en' ? levels : levels.slice(-1)) {
          await limits(projects, limitFor(percent));
          await page.goto('/dashboard');
          await expect(page.getByText(project)).toBeVisible();
          await expect(page.getByText(storage)).toBeVisible();
        }
      });

      await test.step('creating stops with the dialog that leads to the plans', async () => {
        await page.goto('/projects');
        await page.getByRole('button', { name: words.newProject }).click();
        await expect(page.getByRole('dialog')).toContainText(words.limit);
        await page.getByRole('link', { name: words.upgrade }).click();
        await expect(page).toHaveURL(/\/subscription\/pricing$/);
      });

      await test.step('uploading stops in words that name what is used', async () => {
        await page.goto(`/projects/${delivery.project}`);
        const file = fileIn(folder, `more-${language}.txt`, Buffer.alloc(2048, 'b'));
        await page.getByLabel(words.addFiles).last().setInputFiles([file]);
        await expect(page.getByText(words.refused).first()).toBeVisible();
      });

      await test.step('the client goes on viewing and downloading', async () => {
        await signIn(context, delivery.customer);
        await openProject(page, delivery);
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
  });
}
