import { type Unzipped, unzipSync } from 'fflate';

/** Bytes that the parts of a document may have together when unpacked, by what its list says of them. */
const MAX_UNPACKED = 96 * 1024 * 1024;
const MAX_PARTS = 20_000;

/**
 * The parts of an office document. Throws where they are too many or too large; no part gets more memory than the list of the
 * zip says, whatever its bytes would become.
 */
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
