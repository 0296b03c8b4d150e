import { loadCode } from '../../../../lib/code/load-code.ts';
import * as pdfjs from 'pdfjs-dist/legacy/build/pdf.mjs';
import { WORKER_ADDRESS } from './pdf-worker.ts';

// The viewer's parts look for the library here.
Object.assign(globalThis, { pdfjsLib: pdfjs });
// A page that needed the polyfill needs it in its threads, too (web/pdf-files.ts).
pdfjs.GlobalWorkerOptions.workerSrc = 'isFilled' in globalThis ? '/filled-pdf-worker.js' : WORKER_ADDRESS;

/** Where the build puts files that only some documents need (web/pdf-files.ts). */
const FILES = `/assets/pdf-${pdfjs.version}/`;

/** Bytes of a request. A document of gigabytes is read from where it is looked at. */
const CHUNK_BYTES = 32 * 1024;

/** Begins to read a document by ranges; nothing in it is run. */
export function readPdf(url: string): pdfjs.PDFDocumentLoadingTask {
  return pdfjs.getDocument({
    url,
    rangeChunkSize: CHUNK_BYTES,
    disableAutoFetch: true,
    disableStream: true,
    enableXfa: false,
    // The page's policy refuses WebAssembly; its twins in JavaScript are used.
    useWasm: false,
    cMapUrl: `${FILES}cmaps/`,
    standardFontDataUrl: `${FILES}standard_fonts/`,
    wasmUrl: `${FILES}wasm/`,
    iccUrl: `${FILES}iccs/`,
  });
}

export const { AnnotationMode, PasswordResponses, PermissionFlag, TouchManager } = pdfjs;
export const loadViewerParts = () => loadCode(() => import('pdfjs-dist/legacy/web/pdf_viewer.mjs'));
