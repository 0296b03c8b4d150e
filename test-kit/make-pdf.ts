import PdfDocument from 'pdfkit';

/** Filled rectangle on a page, besides its text; in points from the left and the top. */
type Mark = { left: number; top: number; width: number; height: number };

type Wishes = {
  /** Password that a reader has to enter before anything is shown. */
  password?: string;
  /** Script that the document runs when it is opened. */
  script?: string;
  /** The marks of each page; without them one page without a mark. */
  pages?: (Mark | undefined)[];
  /** Degrees by which each page is turned clockwise where it is shown. */
  turned?: 90 | 180 | 270;
  /** False when its owner refuses that it is printed. */
  mayBePrinted?: boolean;
};

/** Makes a pdf in A5. Every page says "Made for a test", and from the second on its number. */
export function makePdf({
  password,
  script,
  pages = [undefined],
  turned,
  mayBePrinted = true,
}: Wishes): Promise<Buffer<ArrayBuffer>> {
  return new Promise((resolve, reject) => {
    const document = new PdfDocument({
      size: 'A5',
      pdfVersion: '1.7',
      ...(password !== undefined && { userPassword: password, ownerPassword: `${password} of the owner` }),
      ...(!mayBePrinted && { ownerPassword: 'of the owner', permissions: { copying: true } }),
    });
    const chunks: Buffer[] = [];
    document.on('data', (chunk: Buffer) => chunks.push(chunk));
    document.on('error', reject);
    document.on('end', () => resolve(Buffer.concat(chunks)));
    for (const [at, mark] of pages.entries()) {
      if (at > 0) document.addPage();
      if (turned !== undefined) Object.assign(document.page.dictionary.data, { Rotate: turned });
      document.text(at === 0 ? 'Made for a test' : `Made for a test, page ${at + 1}`);
      if (mark) document.rect(mark.left, mark.top, mark.width, mark.height).fill('black');
    }
    if (script !== undefined) document.addNamedJavaScript('opened', script);
    document.end();
  });
}
