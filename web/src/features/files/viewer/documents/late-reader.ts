import { loadWithTexts } from '../../../../i18n/i18n.ts';
import { fetchPdfWorker } from './pdf-worker.ts';

let reader: ReturnType<typeof load> | undefined;

/** Loads what shows documents page by page, and beside it the code of its thread. */
export function loadReader(): ReturnType<typeof load> {
  reader ??= load();
  return reader;
}

async function load() {
  void fetchPdfWorker();
  return loadWithTexts(['documents', 'projects', 'viewer'], () => import('./PdfView.tsx'));
}
