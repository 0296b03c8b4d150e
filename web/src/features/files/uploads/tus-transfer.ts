import { NetworkError } from '../../../lib/api-error.ts';
import type { Sending } from './send-by-tus.ts';
import { UnreadableFileError } from './upload-failure.ts';

export type TransferJob = {
  file: File;
  /** Null for an archive to bring along. */
  versionId: number | null;
  /** Path of the upload on the server; null begins a new one. */
  url: string | null;
};

export type TransferEvents = {
  /** The server has given the upload an address. May be called after `stop`, if the creation was under way then. */
  onUrl: (url: string) => void;
  onProgress: (sentBytes: number) => void;
};

export type Transfer = {
  /** Rejects with ApiError, NetworkError, UnreadableFileError, ChangedFileError or LimitBetweenError. Never settles after `stop`. */
  finished: Promise<void>;
  stop: () => void;
};

export type StartTransfer = (job: TransferJob, events: TransferEvents) => Transfer;

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
