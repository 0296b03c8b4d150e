import { type Unzipped, unzipSync } from 'fflate';

/** Bytes that the parts of a document may have together when unpacked, by what its list says of them. */
const MAX_UNPACKED = 96 * 1024 * 1024;
const MAX_PARTS = 20_000;

/** Parts of an office document, in no more memory than the zip's list states; throws if too many or too large. */
export function unpack(bytes: Uint8Array): Unzipped {
  let [unpacked, parts] = [0, 0];
  unzipSync(bytes, {
    filter: ({ originalSize }) => {
      unpacked += originalSize;
      parts += 1;
      if (unpacked > MAX_UNPACKED || parts > MAX_PARTS)
        throw new Error('The document is too large to be read');
      return false;
    },
  });
  return unzipSync(bytes);
}
