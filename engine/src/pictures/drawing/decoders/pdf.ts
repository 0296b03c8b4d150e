import { closeSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { PDFiumDocument, PDFiumLibrary } from '@hyzyla/pdfium';
import type { Picture } from '../picture.ts';
import { expectPixels } from './bounded-bytes.ts';

/** The whole document is held in memory, which leaves room for its pictures. */
const MAX_BYTES = 256 * 1024 * 1024;

const PROGRAM = fileURLToPath(import.meta.resolve('@hyzyla/pdfium/pdfium.wasm'));

/** Functions of pdfium that its wrapper lacks, or calls only after it has copied the document. */
type Calls = ConstructorParameters<typeof PDFiumDocument>[0]['module'] & {
  _FPDF_GetFormType: (document: number) => number;
  _FPDFPage_GetAnnotCount: (page: number) => number;
};

const [DYNAMIC_XFA, OTHER_XFA] = [2, 3];

/**
 * Draws a page of a pdf, from 1, and counts the pages; scripts are not run. Rejects for a missing page and for a form
 * without pages of its own.
 */
export async function decodePdf(path: string, longerSide: number, number = 1): Promise<Picture> {
  const library = await PDFiumLibrary.init({ wasmBinary: new Uint8Array(readFileSync(PROGRAM)).buffer });
  const { module } = library as unknown as { module: Calls };
  const documentIdx = loadDocument(module, path);
  const document = new PDFiumDocument({ module, documentIdx, documentPtr: 0 });
  const pages = document.getPageCount();
  if (isDynamicForm(module, documentIdx, pages)) throw new Error('The pages of the form are not in the file');
  if (number > pages) throw new Error('The document has fewer pages');
  const page = document.getPage(number - 1);
  const { originalWidth, originalHeight } = page.getOriginalSize();
  const scale = longerSide / Math.max(originalWidth, originalHeight);
  const size = { width: Math.round(originalWidth * scale), height: Math.round(originalHeight * scale) };
  expectPixels(size.width, size.height, longerSide ** 2);
  const hasText = page.getText().trim() !== '';
  const { data, width, height } = await page.render({ ...size, render: 'bitmap', renderFormFields: true });
  const input = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  return { input, options: { raw: { width, height, channels: 4 } }, pages, hasText };
}

/** Reads a document into pdfium's memory, to hold it once; throws if it is too long or pdfium refuses it. */
function loadDocument(module: Calls, path: string): number {
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    if (size > MAX_BYTES) throw new Error('The pdf is too long');
    const start = module.wasmExports.malloc(size);
    if (start === 0) throw new Error('There is no room for the pdf');
    for (let at = 0, read = -1; read !== 0; at += read)
      read = readSync(file, module.HEAPU8, start + at, size - at, at);
    const document = module._FPDF_LoadMemDocument(start, size, 0);
    if (document === 0) throw new Error(`pdfium refuses the document (${module._FPDF_GetLastError()})`);
    return document;
  } finally {
    closeSync(file);
  }
}

/** True for an XFA form that only Adobe's reader renders: its single page says "Please wait". */
function isDynamicForm(module: Calls, document: number, pages: number): boolean {
  const kind = module._FPDF_GetFormType(document);
  if (kind !== OTHER_XFA || pages !== 1) return kind === DYNAMIC_XFA;
  const page = module._FPDF_LoadPage(document, 0);
  return page !== 0 && module._FPDFPage_GetAnnotCount(page) === 0;
}
