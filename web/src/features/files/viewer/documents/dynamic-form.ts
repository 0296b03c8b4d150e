import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';

/**
 * True for a form of XFA alone: only Adobe's program makes its pages, and the one page in the file asks to wait. A form
 * that has its pages as others do is none, even where it has XFA besides.
 */
export async function isDynamicForm(document: Pick<PDFDocumentProxy, 'getMetadata'>): Promise<boolean> {
  const { info } = await document.getMetadata();
  const { IsXFAPresent, IsAcroFormPresent } = info as { IsXFAPresent?: boolean; IsAcroFormPresent?: boolean };
  return IsXFAPresent === true && IsAcroFormPresent !== true;
}
