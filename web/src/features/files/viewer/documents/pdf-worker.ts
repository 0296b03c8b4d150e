// oxlint-disable-next-line import/default -- Vite gives the address of the file
import address from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url';

/** Address of the thread that reads documents. */
export const WORKER_ADDRESS = address;

/** Brings the thread's code into the browser's cache, beside the reader's own code instead of after it. */
export async function fetchPdfWorker(): Promise<void> {
  try {
    await (await fetch(WORKER_ADDRESS)).arrayBuffer();
  } catch (error) {
    // The reader loads it again, and says what is wrong.
    console.error('load the code that reads documents', error);
  }
}
