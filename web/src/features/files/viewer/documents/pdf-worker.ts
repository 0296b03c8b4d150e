// oxlint-disable-next-line import/default -- Vite gives the address of the file
import address from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url';

/** Address of the thread that reads documents. */
export const WORKER_ADDRESS = address;

/** Loads the worker's code into the browser's cache, in parallel with the reader's own code. */
export async function fetchPdfWorker(): Promise<void> {
  try {
    await (await fetch(WORKER_ADDRESS)).arrayBuffer();
  } catch (error) {
    // The reader loads it again, and says what is wrong.
    console.error('load the code that reads documents', error);
  }
}
