import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { drawPage } from './draw-page.ts';

/** Pages of one print: each is kept as a picture until it is printed. */
export const MOST_PRINTED = 200;

/** About 150 dots an inch of A4 across. */
const PRINTED_WIDTH = 1240;

export type Printing = {
  /** The first page; at most `MOST_PRINTED` from it on are printed. */
  from: number;
  /** Called with the number of pages that are drawn. */
  onDrawn: (count: number) => void;
  signal: AbortSignal;
};

/** Draws pages into an element for the printer alone and prints it; resolves then, or when `signal` stops it. */
export async function printPages(
  document: PDFDocumentProxy,
  { from, onDrawn, signal }: Printing,
): Promise<void> {
  const sheet = globalThis.document.createElement('div');
  sheet.dataset['printed'] = '';
  const addresses: string[] = [];
  const clear = () => {
    sheet.remove();
    delete globalThis.document.body.dataset['printing'];
    addresses.forEach((address) => URL.revokeObjectURL(address));
  };
  try {
    const last = Math.min(document.numPages, from + MOST_PRINTED - 1);
    for (let page = from; page <= last; page += 1) {
      const address = await pictureOf(document, page);
      addresses.push(address);
      signal.throwIfAborted();
      const image = new Image();
      image.src = address;
      await image.decode();
      sheet.append(image);
      onDrawn(addresses.length);
    }
  } catch (error) {
    clear();
    if (signal.aborted) return;
    throw error;
  }
  globalThis.document.body.append(sheet);
  globalThis.document.body.dataset['printing'] = '';
  // Some browsers print while the page goes on, so the sheet stays until they say that they have it.
  addEventListener('afterprint', clear, { once: true });
  signal.addEventListener('abort', clear, { once: true });
  print();
}

async function pictureOf(document: PDFDocumentProxy, page: number): Promise<string> {
  const canvas = await drawPage(document, page, PRINTED_WIDTH);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve));
  if (!blob) throw new Error('A page could not be kept as a picture');
  return URL.createObjectURL(blob);
}
