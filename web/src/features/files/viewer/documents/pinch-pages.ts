import type { PDFViewer } from 'pdfjs-dist/legacy/web/pdf_viewer.mjs';
import { TouchManager } from './pdf-engine.ts';

/** Milliseconds of rest after which enlarged pages are drawn anew; until then they are stretched. */
const DRAWING_DELAY_MS = 300;

/** Has two fingers change the size of a document's pages around the point between them, and move them, until the signal. */
export function pinchPages(container: HTMLElement, viewer: PDFViewer, signal: AbortSignal): void {
  // The viewer rounds its scale, so that small moves would be lost.
  let wanted = viewer.currentScale;
  const touches = new TouchManager({
    container,
    signal,
    onPinchStart: () => (wanted = viewer.currentScale),
    onPinching: (origin: number[], before: number, distance: number, pan: number[]) => {
      wanted *= distance / before;
      viewer.updateScale({
        drawingDelay: DRAWING_DELAY_MS,
        scaleFactor: wanted / viewer.currentScale,
        origin,
        pan,
      });
    },
  });
  signal.addEventListener('abort', () => touches.destroy());
}
