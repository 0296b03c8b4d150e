import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';

/**
 * Whether a document is a form of XFA alone, whose pages only Adobe's program makes; the one that is in the file asks to
 * wait. A form that has its pages as others do is none, even where it has XFA besides.
 */
export async function isDynamicForm(document: Pick<PDFDocumentProxy, 'getMetadata'>): Promise<boolean> {
  const { info } = await document.getMetadata();
  const { IsXFAPresent, IsAcroFormPresent } = info as { IsXFAPresent?: boolean; IsAcroFormPresent?: boolean };
  return IsXFAPresent === true && IsAcroFormPresent !== true;
}
