import { requestHeaders } from '../../../lib/api-client.ts';
import { lockedUploads } from './upload-locks.ts';
import type { UploadRecord } from './upload-records.ts';
import { uploadQueue, uploadRecords } from './uploads-of-tab.ts';

/** Shows uploads that an earlier visit left unfinished, unless another tab works on them. */
export async function findInterruptedUploads(): Promise<void> {
  const held = await lockedUploads();
  const unfinished = uploadRecords.list().filter(({ key }) => !held.has(key));
  const named = await Promise.all(
    unfinished.map(async (record) => ({ ...record, name: await nameOf(record) })),
  );
  uploadQueue.addInterrupted(named);
}

/** The file's name as the server keeps it (tus, Upload-Metadata), since local storage holds no names; else empty. */
async function nameOf({ url }: UploadRecord): Promise<string> {
  try {
    const answer = await fetch(url, {
      method: 'HEAD',
      headers: { ...Object.fromEntries(await requestHeaders('HEAD')), 'Tus-Resumable': '1.0.0' },
    });
    const [, base64 = ''] =
      /(?:^|,)filename ([\w+/=]*)/.exec(answer.headers.get('Upload-Metadata') ?? '') ?? [];
    return new TextDecoder().decode(Uint8Array.from(atob(base64), (byte) => byte.codePointAt(0) ?? 0));
  } catch (error) {
    // Without an answer the upload is shown by its size, and goes on when its file is chosen.
    console.error('the name of an upload could not be read', error);
    return '';
  }
}
