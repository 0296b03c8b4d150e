/** In place of viewer/documents/pdf-worker.ts: browsers start no thread from the disk. */
export async function fetchPdfWorker(): Promise<void> {}
