import { expect, test } from 'vitest';
import { sampleFile } from './file-samples.ts';
import { UnreadableFileError } from '../upload-failure.ts';

/** A file on disk that is still being written. */
function changingFile(size: number) {
  const bytes = new Uint8Array(size);
  let isGone = false;
  const file = {
    size,
    slice: (start: number, end: number) => ({
      arrayBuffer: async () => {
        if (isGone) throw new DOMException('The file has changed', 'NotReadableError');
        return bytes.slice(start, end).buffer;
      },
    }),
  } as unknown as Blob;
  return { file, bytes, remove: () => (isGone = true) };
}

const MIB = 1024 ** 2;

test.each([0, 1, 1000, 16 * 1024, 5 * MIB])('an unchanged file of %i bytes has not changed', async (size) => {
  const isUnchanged = await sampleFile(changingFile(size).file);
  expect(await isUnchanged()).toBe(true);
});

test.each([
  ['its first byte', 0],
  ['its last byte', 5 * MIB - 1],
])('a file has changed when %s has', async (_, position) => {
  const { file, bytes } = changingFile(5 * MIB);
  const isUnchanged = await sampleFile(file);
  bytes[position] = 1;
  expect(await isUnchanged()).toBe(false);
});

test('a file has changed when its middle was rewritten', async () => {
  const { file, bytes } = changingFile(5 * MIB);
  const isUnchanged = await sampleFile(file);
  bytes.fill(1, 20_000, 5 * MIB - 20_000);
  expect(await isUnchanged()).toBe(false);
});

test('a file that can no longer be read has changed', async () => {
  const { file, remove } = changingFile(100);
  const isUnchanged = await sampleFile(file);
  remove();
  expect(await isUnchanged()).toBe(false);
});

test('a file that cannot be read before it is sent is not sent', async () => {
  const { file, remove } = changingFile(100);
  remove();
  await expect(sampleFile(file)).rejects.toThrow(UnreadableFileError);
});
