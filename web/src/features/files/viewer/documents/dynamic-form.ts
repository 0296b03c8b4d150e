import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** True for an XFA form without pages of its own: only Adobe's program renders it, others show a request to wait. */
export async function isDynamicForm(document: Pick<PDFDocumentProxy, 'getMetadata'>): Promise<boolean> {
  const { info } = await document.getMetadata();
  const { IsXFAPresent, IsAcroFormPresent } = info as { IsXFAPresent?: boolean; IsAcroFormPresent?: boolean };
  return IsXFAPresent === true && IsAcroFormPresent !== true;
}
