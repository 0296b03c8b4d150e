import { uploadFile } from '../../test-kit/upload-file.ts';
import { sampleFile } from '../../test-kit/sample-files/sample-file.ts';
import { openProject, prepareDelivery } from '../kit/delivery.ts';
import { expect, test, TURKISH_ON_PHONES } from '../kit/fixtures.ts';

test.use(TURKISH_ON_PHONES);

const LISTED = ['sources.7z', 'sources.rar', 'sources-rar4.rar'] as const;
/** Cuts off the end of an archive: a 7z loses its list of files, a rar the entries after the cut. */
const cut = (name: 'sources.7z' | 'sources.rar') => Buffer.from(sampleFile(name).subarray(0, -40));

test(
  'the viewer lists a 7z and a rar by their headers, and shows a message for a locked or broken one @before-release',
  { tag: '@phone-before-release' },
  async ({ page, product, t, language }) => {
    const delivery = await prepareDelivery(product, `packed-${language}`);
    const files: [string, Buffer<ArrayBuffer>][] = [
      ...LISTED.map((name): [string, Buffer<ArrayBuffer>] => [name, sampleFile(name)]),
      ['cut.rar', cut('sources.rar')],
      ['locked.7z', sampleFile('locked.7z')],
      ['cut.7z', cut('sources.7z')],
    ];
    for (const [name, bytes] of files) await uploadFile(delivery.freelancer, delivery.version, name, bytes);
    await openProject(page, delivery, 'customer');
    const viewer = page.getByRole('dialog');
    const open = (name: string) => page.getByRole('link', { name: t('files.open', { name }) }).click();
    for (const name of LISTED) {
      await open(name);
      const list = viewer.getByRole('document', { name: t('viewer.archive', { name }) });
      await expect(list.getByRole('listitem')).toHaveCount(3);
      await expect(list).toContainText('Sosyal medya/Eylül/READ ME.txt');
      await expect(list.getByRole('listitem').filter({ hasText: 'mark.svg' })).toContainText('739 B');
      await expect(list.locator('time').first()).toContainText(/202[56]/);
      await expect(list.getByRole('listitem').last()).toContainText('Fontlar/');
      await page.keyboard.press('Escape');
      await expect(viewer).toBeHidden();
    }
    await open('cut.rar');
    await expect(viewer).toContainText(t('viewer.tableCut'));
    await page.keyboard.press('Escape');
    await expect(viewer).toBeHidden();
    for (const [name, sentence] of [
      ['locked.7z', t('viewer.lockedArchive')],
      ['cut.7z', t('viewer.brokenArchive')],
    ] as const) {
      await open(name);
      await expect(viewer.getByRole('alert')).toContainText(sentence);
      await expect(viewer.getByRole('alert').getByRole('link')).toHaveAttribute('href', /download=1/);
      await page.keyboard.press('Escape');
      await expect(viewer).toBeHidden();
    }
  },
);
