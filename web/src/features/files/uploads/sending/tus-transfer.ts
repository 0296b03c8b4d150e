import { NetworkError } from '../../../../lib/api-error.ts';
import type { Sending, StartTransfer } from './transfer.ts';
import { UnreadableFileError } from '../upload-failure.ts';

/** One upload by tus 1.0. The library is loaded with the first upload, so that readers never load it. */
export const startTusTransfer: StartTransfer = (job, events) => {
  const sending: Sending = { isStopped: false, abort: () => {} };
  const run = async () => {
    await expectReadable(job.file);
    const { sendByTus } = await loadSender();
    return sending.isStopped ? new Promise<void>(() => {}) : sendByTus(job, events, sending);
  };
  return {
    finished: run(),
    stop() {
      sending.isStopped = true;
      sending.abort();
    },
  };
};

async function loadSender() {
  try {
    return await import('./send-by-tus.ts');
  } catch (error) {
    throw new NetworkError({ cause: error });
  }
}

/** Rejects for a file that was moved away, which otherwise looks like a broken connection for ever. */
async function expectReadable(file: File): Promise<void> {
  try {
    await file.slice(0, 1).arrayBuffer();
  } catch (error) {
    throw new UnreadableFileError('The file cannot be read', { cause: error });
  }
}
