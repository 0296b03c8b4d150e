import type * as Tus from 'tus-js-client';
import { API_BASE, requestHeaders } from '../../../lib/api-client.ts';
import { type ApiError, NetworkError, toApiError } from '../../../lib/api-error.ts';
import { UnreadableFileError } from './upload-failure.ts';

const ENDPOINT = `${API_BASE}/uploads/`;

/** A connection that has sent no byte for this long, although some are left, is dead. */
const STALLED_MS = 60_000;

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
  /** Rejects with ApiError, NetworkError, UnreadableFileError or LimitBetweenError. Stays pending for ever after `stop`. */
  finished: Promise<void>;
  stop: () => void;
};

export type StartTransfer = (job: TransferJob, events: TransferEvents) => Transfer;

/** One upload by tus 1.0. The library is loaded with the first upload, so that readers never load it. */
export const startTusTransfer: StartTransfer = (job, events) => {
  let isStopped = false;
  let abort = () => {};

  const run = async () => {
    await expectReadable(job.file);
    const { Upload, uploadPieces } = await loadTus();
    if (isStopped) return waitForEver();
<<<<<<< HEAD
    return new Promise<void>((resolve, reject) => {
      let hasUrl = job.url !== null;
      let watchdog: ReturnType<typeof setTimeout> | undefined;
      const end = (settle: () => void) => {
        clearTimeout(watchdog);
        settle();
      };
      const watch = () => {
        clearTimeout(watchdog);
        watchdog = setTimeout(() => {
          void upload.abort();
          reject(new NetworkError());
        }, STALLED_MS);
      };
      const upload = new Upload(job.file, {
        // Never both: tus-js-client would start over after any refusal of an upload that only has to wait.
        endpoint: job.url === null ? `${location.origin}${ENDPOINT}` : null,
        uploadUrl: job.url === null ? null : `${location.origin}${job.url}`,
        metadata: {
          filename: job.file.name,
          ...(job.versionId === null ? { archive: '1' } : { version: String(job.versionId) }),
          ...dateOf(job.file),
        },
        storeFingerprintForResuming: false,
        retryDelays: null,
        onBeforeRequest: async (request) => {
          for (const [name, value] of await requestHeaders('POST')) request.setHeader(name, value);
        },
        onUploadUrlAvailable: () => {
          hasUrl = true;
          if (isStopped) void upload.abort();
          if (upload.url !== null) events.onUrl(new URL(upload.url, location.origin).pathname);
        },
        onProgress: (sentBytes, totalBytes) => {
          if (sentBytes < totalBytes) watch();
          else clearTimeout(watchdog);
          if (!isStopped) events.onProgress(sentBytes);
        },
        onSuccess: () => end(resolve),
        onError: (error) => end(() => reject(toFailure(error))),
=======
    /** Sends the file, or what is left of it; asked to, once more in smaller pieces. */
    const send = (url: string | null): Promise<void> =>
      new Promise<void>((resolve, reject) => {
        let hasUrl = url !== null;
        let hasProgress = false;
        let hasSent = false;
        const pieceBytes = uploadPieces.bytes();
        const triedBytes = Math.min(pieceBytes, job.file.size);
        const fail = (failure: ApiError | NetworkError) => {
          const verdict = hasUrl ? uploadPieces.judge(failure, triedBytes, hasSent) : failure;
          if (verdict) return reject(verdict);
          return resolve(isStopped ? waitForEver() : send(pathOf(upload) ?? url));
        };
        let watchdog: ReturnType<typeof setTimeout> | undefined;
        const end = (settle: () => void) => {
          clearTimeout(watchdog);
          settle();
        };
        const watch = () => {
          clearTimeout(watchdog);
          watchdog = setTimeout(() => {
            void upload.abort();
            reject(new NetworkError());
          }, STALLED_MS);
        };
        const upload = new Upload(job.file, {
          // Never both: tus-js-client would start over after any refusal of an upload that only has to wait.
          endpoint: url === null ? `${location.origin}${ENDPOINT}` : null,
          uploadUrl: url === null ? null : `${location.origin}${url}`,
          metadata: {
            filename: job.file.name,
            ...(job.versionId === null ? { archive: '1' } : { version: String(job.versionId) }),
          },
          chunkSize: pieceBytes,
          storeFingerprintForResuming: false,
          retryDelays: null,
          onBeforeRequest: async (request) => {
            for (const [name, value] of await requestHeaders('POST')) request.setHeader(name, value);
          },
          onUploadUrlAvailable: () => {
            hasUrl = true;
            if (isStopped) void upload.abort();
            const path = pathOf(upload);
            if (path !== null) events.onUrl(path);
          },
          onProgress: (sentBytes, totalBytes) => {
            // The first number is where the server already was.
            hasSent = hasProgress;
            hasProgress = true;
            if (sentBytes < totalBytes) watch();
            else clearTimeout(watchdog);
            if (!isStopped) events.onProgress(sentBytes);
          },
          onSuccess: () => {
            uploadPieces.passed();
            end(resolve);
          },
          onError: (error) => end(() => fail(toFailure(error))),
        });
        abort = () => {
          clearTimeout(watchdog);
          // A creation under way is not aborted: its address is needed to go on, or to free the space.
          if (hasUrl) void upload.abort();
        };
        upload.start();
>>>>>>> 2acad12c (uploads: go on in smaller pieces where a proxy refuses large ones)
      });
    return send(job.url);
  };

  return {
    finished: run(),
    stop() {
      isStopped = true;
      abort();
    },
  };
};

<<<<<<< HEAD
/** Years that ISO 8601 writes with four digits. */
const LAST_DATE = Date.UTC(9999, 11, 31);

/** When the file was last changed, as the server reads it (specification 6.16). */
function dateOf({ lastModified: time }: File): { modified_at?: string } {
  return time > 0 && time < LAST_DATE ? { modified_at: new Date(time).toISOString() } : {};
}

async function loadTus(): Promise<typeof Tus> {
=======
async function loadTus() {
>>>>>>> 2acad12c (uploads: go on in smaller pieces where a proxy refuses large ones)
  try {
    const [{ Upload }, { uploadPieces }] = await Promise.all([
      import('tus-js-client'),
      import('./upload-pieces.ts'),
    ]);
    return { Upload, uploadPieces };
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

function toFailure(error: Error | Tus.DetailedError): ApiError | NetworkError {
  const answer = 'originalResponse' in error ? error.originalResponse : null;
  // Status 0: the browser got no answer.
  if (!answer || answer.getStatus() < 200) return new NetworkError({ cause: error });
  const retryAfter = answer.getHeader('Retry-After');
  const response = new Response(null, {
    status: answer.getStatus(),
    headers: retryAfter ? { 'Retry-After': retryAfter } : {},
  });
  return toApiError(response, parse(answer.getBody()));
}

function pathOf({ url }: Tus.Upload): string | null {
  return url === null ? null : new URL(url, location.origin).pathname;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // Not an answer of our server (a proxy's error page), so only the status counts.
    return undefined;
  }
}

function waitForEver(): Promise<never> {
  return new Promise(() => {});
}
