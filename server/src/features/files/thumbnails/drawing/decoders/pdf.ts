import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import { THUMBNAIL_PIXELS } from '@vitrin/shared/rules/picture-sources.ts';
import type { Picture } from '../decoders.ts';
import { expectPixels, readBounded } from './bounded-bytes.ts';

/** The document is held twice. */
const MAX_BYTES = 128 * 1024 * 1024;
const MAX_PIXELS = THUMBNAIL_PIXELS.large ** 2;

const PROGRAM = fileURLToPath(import.meta.resolve('@hyzyla/pdfium/pdfium.wasm'));

/** Internals of the library, which has no public call for the kind of a form. */
type Inside = { module: { _FPDF_GetFormType: (document: number) => number }; documentIdx: number };

/** A form whose pages only Adobe's program makes; the one that is in the file says "Please wait". */
const DYNAMIC_FORM = 2;

/**
 * The first page of a pdf, as large as the large thumbnail, and how many there are. Its scripts are not run. Rejects for a form
 * that has no pages of its own.
 */
export async function decodePdf(path: string): Promise<Picture> {
  const bytes = readBounded(path, MAX_BYTES);
  const library = await PDFiumLibrary.init({ wasmBinary: new Uint8Array(readFileSync(PROGRAM)).buffer });
  const document = await library.loadDocument(bytes);
  const { module, documentIdx } = document as unknown as Inside;
  if (module._FPDF_GetFormType(documentIdx) === DYNAMIC_FORM)
    throw new Error('The pages of the form are not in the file');
  const page = document.getPage(0);
  const { originalWidth, originalHeight } = page.getOriginalSize();
  const scale = THUMBNAIL_PIXELS.large / Math.max(originalWidth, originalHeight);
  expectPixels(Math.floor(originalWidth * scale), Math.floor(originalHeight * scale), MAX_PIXELS);
  // A page that was drawn is closed.
  const hasText = page.getText().trim() !== '';
  const { data, width, height } = await page.render({ scale, render: 'bitmap', renderFormFields: true });
  const input = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  return {
    input,
    options: { raw: { width, height, channels: 4 } },
    pages: document.getPageCount(),
    hasText,
  };
}
