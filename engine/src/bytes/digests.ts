import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** SHA-256 in hex and CRC-32 as zip archives hold it. */
export type Digests = { sha256: string; crc32: number };

export function createDigests() {
  const hash = createHash('sha256');
  let sum = 0;
  return {
    update(bytes: Uint8Array): void {
      hash.update(bytes);
      sum = crc32(bytes, sum);
    },
    end: (): Digests => ({ sha256: hash.digest('hex'), crc32: sum }),
  };
}
