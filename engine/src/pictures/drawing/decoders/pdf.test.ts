import { truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import Pdf from 'pdfkit';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { japanesePdf, pdfBehindAnswer } from '../../../../../test-kit/foreign-files.ts';
import { EXTENT } from '../../../../../test-kit/large/extent.ts';
import { sampleFile } from '../../../../../test-kit/sample-files/sample-file.ts';
import { draw, expectColour, LIMITS, ORANGE } from '../../../testing/pictures/draw.ts';
import { temporaryFolder } from '../../../testing/temporary.ts';
import { DECODER_ADDRESSES_KILOBYTES, runDecoder } from '../../../sandbox/decoder-process.ts';
import { readPictures } from '../pictures-format.ts';
import { decodePdf } from './pdf.ts';

/** Forms of XFA: of which only Adobe's program makes pages, as its catalogue says or not, and one that has them. */
const DYNAMIC_FORM = '/NeedsRendering true/AcroForm<</Fields[]/XFA 4 0 R>>';
const DYNAMIC_FORM_UNSAID = '/AcroForm<</Fields[]/XFA 4 0 R>>';
const FORM_BOTH_WAYS = '/AcroForm<</Fields[5 0 R]/XFA 4 0 R>>';

describe('a pdf', () => {
  const pdf = (box: string, { catalog = '', kids = '3 0 R', page = '' } = {}) =>
    Buffer.from(`%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R${catalog}>>endobj
2 0 obj<</Type/Pages/Kids[${kids}]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[${box}]/Contents 4 0 R${page}>>endobj
4 0 obj<</Length 30>>stream
0.78 0.39 0.24 rg 0 0 600 900 re f
endstream endobj
5 0 obj<</FT/Tx/T(name)/Type/Annot/Subtype/Widget/Rect[0 0 9 9]>>endobj
trailer<</Root 1 0 R>>
%%EOF`);

  test('is drawn with memory to spare, since other machines have more threads', async () => {
    const folder = temporaryFolder();
    const file = join(folder, 'file');
    writeFileSync(file, sampleFile('brand-guide.pdf'));
    const program = fileURLToPath(new URL('../draw.ts', import.meta.url));
    const args = (input: string) => [program, 'application/pdf', input, '', JSON.stringify(LIMITS.pixels)];
    // Some of the runs end for lack of memory.
    for (let run = 0; run < { daily: 2, whole: 8 }[EXTENT]; run += 1) {
      const drawn = await runDecoder(file, args, {
        addressesKilobytes: DECODER_ADDRESSES_KILOBYTES * 0.6,
      });
      expect(readPictures(drawn).pages).toBeGreaterThan(0);
    }
  });

  test('shows its first page, and says how many there are', async () => {
    expect(await draw(sampleFile('brand-guide.pdf'))).toMatchObject({
      height: 1600,
      pages: 3,
      whole: { length: 0 },
    });
  });

  test('is drawn at the requested page, if it has one', async () => {
    const file = join(temporaryFolder(), 'file');
    writeFileSync(file, sampleFile('brand-guide.pdf'));
    const [first, third] = [await decodePdf(file, 400), await decodePdf(file, 400, 3)];
    expect(third).toMatchObject({ pages: 3, options: { raw: { height: 400 } } });
    expect(third.input).not.toEqual(first.input);
    await expect(decodePdf(file, 400, 4)).rejects.toThrow('fewer pages');
  });

  test('that runs an action when it is opened is drawn all the same', async () => {
    const script = "while (true) app.alert('ran'); this.submitForm('http://127.0.0.1/');";
    const catalog = `/OpenAction<</S/JavaScript/JS(${script.replace(/[()]/g, '\\$&')})>>`;
    const pictures = await draw(pdf('0 0 300 600', { catalog }));
    expect(pictures).toMatchObject({ width: 800, height: 1600, pages: 1 });
    await expectColour(pictures?.large, [500, 800], ORANGE);
  });

  test('behind bytes of another kind is drawn all the same', async () => {
    expect(await draw(pdfBehindAnswer())).toMatchObject({ height: 1600, pages: 3 });
  });

  test.each([
    ['of A4', '0 0 595.276 841.89', '', [1131, 1600]],
    ['smaller than its picture', '0 0 30 60', '', [800, 1600]],
    ['that lies on its side', '0 0 300 600', '/Rotate 90', [1600, 800]],
    ['that is cut', '-50 -50 500 900', '/CropBox[0 0 300 600]', [800, 1600]],
    ['with fields beside the same ones as XFA', '0 0 300 600', '/Annots[5 0 R]', [800, 1600]],
  ])('%s is drawn as it is shown', async (_, box, page, [width = 0, height]) => {
    const catalog = page.startsWith('/Annots') ? FORM_BOTH_WAYS : '';
    const pictures = await draw(pdf(box, { catalog, page }));
    // pdftoppm, where it is installed, rounds up.
    expect([width, width + 1]).toContain(pictures?.width);
    expect(pictures?.height).toBe(height);
    await expectColour(pictures?.large, [500, 700], ORANGE);
  });

  test('that only its owner may change is drawn, and one that asks for a password is not', async () => {
    expect(await draw(await encrypted({ ownerPassword: 'owner' }))).toMatchObject({ height: 1600, pages: 1 });
    expect(await draw(await encrypted({ userPassword: 'reader' }))).toBeUndefined();
  });

  test('larger than the memory limit is refused before it is read', async () => {
    const file = join(temporaryFolder(), 'file');
    writeFileSync(file, pdf('0 0 300 600'));
    truncateSync(file, 256 * 1024 * 1024 + 1);
    await expect(decodePdf(file, LIMITS.pixels.large)).rejects.toThrow('too long');
  });

  test('in a font that it does not have is drawn or has its icon, and is never a white page', async () => {
    const pictures = await draw(japanesePdf());
    const { channels } = await sharp(pictures?.large ?? blackPixel()).stats();
    expect(channels[0]?.min).toBeLessThan(128);
  });

  test.each([
    ['that is a form which only another program draws', pdf('0 0 300 450', { catalog: DYNAMIC_FORM })],
    ['that is such a form and does not say so', pdf('0 0 300 450', { catalog: DYNAMIC_FORM_UNSAID })],
  ])('%s has no picture, so its icon is shown instead', async (_, bytes) => {
    expect(await draw(bytes)).toBeUndefined();
  });

  test.each([
    ['with a page of no size', pdf('0 0 0 0')],
    ['with a page of a line', pdf('0 0 14000 0.1')],
    ['whose pages are its pages', pdf('0 0 300 450', { kids: '2 0 R' })],
    ['that ends in the middle', sampleFile('brand-guide.pdf').subarray(0, 400)],
    ['whose encryption is noise', noiseEncrypted()],
  ])('%s gives a picture or none', async (_, bytes) => {
    const pictures = await draw(bytes);
    expect(pictures?.width ?? 0).toBeLessThanOrEqual(1600);
    expect(pictures?.height ?? 0).toBeLessThanOrEqual(1600);
  });
});

/** Stand-in for a picture that is not decoded. */
function blackPixel(): Buffer {
  return Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"><path d="M0 0h1v1H0z"/></svg>',
  );
}

/** A page with a word that is encrypted with these passwords. */
function encrypted(passwords: { ownerPassword?: string; userPassword?: string }): Promise<Buffer> {
  const document = new Pdf({ size: 'A4', pdfVersion: '1.7', ...passwords });
  document.text('Only for some').end();
  return buffer(document);
}

/** The beginning of an encrypted document; its content is noise. */
function noiseEncrypted(): Buffer {
  const noise = '0'.repeat(64);
  const dictionary = `/Filter/Standard/V 1/R 2/P -4/O<${noise}>/U<${noise}>`;
  return Buffer.from(`%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj
5 0 obj<<${dictionary}>>endobj
trailer<</Root 1 0 R/Encrypt 5 0 R/ID[<00><00>]>>
%%EOF`);
}
