import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** Draws a page of a document on a canvas of its own, `width` pixels wide. Rejects once the document is closed. */
export async function drawPage(
  document: PDFDocumentProxy,
  number: number,
  width: number,
): Promise<HTMLCanvasElement> {
  const page = await document.getPage(number);
  const viewport = page.getViewport({ scale: width / page.getViewport({ scale: 1 }).width });
  const canvas = globalThis.document.createElement('canvas');
  [canvas.width, canvas.height] = [Math.round(viewport.width), Math.round(viewport.height)];
  await page.render({ canvas, viewport }).promise;
  return canvas;
}
