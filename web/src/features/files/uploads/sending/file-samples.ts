import { UnreadableFileError } from '../upload-failure.ts';

/** Length of each sample. */
const SAMPLE_BYTES = 16 * 1024;

/** Samples between the first and the last one. */
const RANDOM_SAMPLES = 8;

/**
 * Reads the first, last and eight random pieces of a file; the returned function reads them again and is false if one
 * differs. `lastModified` is a snapshot, and a digest would read the file twice (specification 6.3). Rejects with
 * UnreadableFileError.
 */
export async function sampleFile(file: Blob): Promise<() => Promise<boolean>> {
  const last = Math.max(0, file.size - SAMPLE_BYTES);
  const between = Array.from({ length: RANDOM_SAMPLES }, () => Math.floor(Math.random() * last));
  const read = () =>
    Promise.all(
      [0, ...between, last].map(
        async (start) => new Uint8Array(await file.slice(start, start + SAMPLE_BYTES).arrayBuffer()),
      ),
    );
  const sent = await read().catch((cause: unknown) => {
    throw new UnreadableFileError('The file cannot be read', { cause });
  });
  return async () => {
    try {
      const now = await read();
      return now.every((sample, index) => isSame(sample, sent[index]));
    } catch (error) {
      // Browsers refuse to read a file that has another date or size than when it was chosen.
      console.error('read the file again', error);
      return false;
    }
  };
}

function isSame(one: Uint8Array, other: Uint8Array | undefined): boolean {
  return one.length === other?.length && one.every((byte, index) => byte === other[index]);
}
