import { type DetailedError, Upload } from 'tus-js-client';
import { API_BASE, api, requestHeaders } from '../../../../lib/api-client.ts';
import { type ApiError, NetworkError, toApiError } from '../../../../lib/api-error.ts';
import { sampleFile } from './file-samples.ts';
import type { Sending, TransferEvents, TransferJob } from './transfer.ts';
import { ChangedFileError } from '../upload-failure.ts';
import { uploadPieces } from './upload-pieces.ts';

const ENDPOINT = `${API_BASE}/uploads/`;

/** A connection that has sent no byte for this long, although some are left, is dead. */
const STALLED_MS = 60_000;

/** Sends a file by tus 1.0 from the server's offset; rejects with a named error, and stays pending once stopped. */
export async function sendByTus(
  { file, versionId, section, url: savedUrl }: TransferJob,
  events: TransferEvents,
  sending: Sending,
): Promise<void> {
  const isUnchanged = samples.get(file) ?? (await sampleFile(file));
  samples.set(file, isUnchanged);
  if (sending.isStopped) return waitForEver();
  let fileId: string | undefined;
  /** Sends the rest of the file, again in smaller pieces if asked to. */
  const send = (url: string | null): Promise<void> =>
    new Promise<void>((resolve, reject) => {
      let hasUrl = url !== null;
      let hasProgress = false;
      let hasSent = false;
      const pieceBytes = uploadPieces.bytes();
      const triedBytes = Math.min(pieceBytes, file.size);
      const fail = (failure: ApiError | NetworkError) => {
        const verdict = hasUrl ? uploadPieces.judge(failure, triedBytes, hasSent) : failure;
        if (verdict) return reject(verdict);
        return resolve(sending.isStopped ? waitForEver() : send(pathOf(upload) ?? url));
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
      const upload = new Upload(file, {
        // Never both: tus-js-client would start over after any refusal of an upload that only has to wait.
        endpoint: url === null ? `${location.origin}${ENDPOINT}` : null,
        uploadUrl: url === null ? null : `${location.origin}${url}`,
        metadata: {
          filename: file.name,
          ...(versionId === null ? { archive: '1' } : { version: String(versionId) }),
          ...(section !== undefined && { section: String(section) }),
          ...dateOf(file),
        },
        chunkSize: pieceBytes,
        storeFingerprintForResuming: false,
        retryDelays: null,
        onBeforeRequest: async (request) => {
          for (const [name, value] of await requestHeaders('POST')) request.setHeader(name, value);
        },
        onUploadUrlAvailable: () => {
          hasUrl = true;
          if (sending.isStopped) void upload.abort();
          const path = pathOf(upload);
          if (path !== null) events.onUrl(path);
        },
        onProgress: (sentBytes, totalBytes) => {
          // The first number is where the server already was.
          hasSent = hasProgress;
          hasProgress = true;
          if (sentBytes < totalBytes) watch();
          else clearTimeout(watchdog);
          if (!sending.isStopped) events.onProgress(sentBytes);
        },
        onSuccess: ({ lastResponse }) => {
          fileId = lastResponse.getHeader('Vitrin-File-Id');
          uploadPieces.passed();
          end(resolve);
        },
        onError: (error) => end(() => fail(toFailure(error))),
      });
      sending.abort = () => {
        clearTimeout(watchdog);
        // A creation under way is not aborted: its address is needed to go on, or to free the space.
        if (hasUrl) void upload.abort();
      };
      upload.start();
    });
  await send(savedUrl);
  samples.delete(file);
  if (versionId === null || (await isUnchanged())) return undefined;
  if (fileId) await removeTorn(fileId);
  throw new ChangedFileError('The file changed while it was uploaded');
}

/** An upload may take several tries, and the end of the last is compared with the file before the first. */
const samples = new WeakMap<File, () => Promise<boolean>>();

/** Removes what the server made of a file that changed amid its upload. */
async function removeTorn(fileId: string): Promise<void> {
  try {
    await api<void>(`/files/${fileId}/`, { method: 'DELETE' });
  } catch (error) {
    console.error('a file that changed amid its upload could not be removed', error);
  }
}

function waitForEver(): Promise<never> {
  return new Promise(() => {});
}

/** Years that ISO 8601 writes with four digits. */
const LAST_DATE = Date.UTC(9999, 11, 31);

/** When the file was last changed, as the server reads it (specification 6.16). */
function dateOf({ lastModified: time }: File): { modified_at?: string } {
  return time > 0 && time < LAST_DATE ? { modified_at: new Date(time).toISOString() } : {};
}

function toFailure(error: Error | DetailedError): ApiError | NetworkError {
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

function pathOf({ url }: Upload): string | null {
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
