import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  scryptSync,
  timingSafeEqual,
} from 'node:crypto';
import type { ByteSource } from '@vitrin/engine/bytes/byte-source.ts';

/**
 * Format of a file in an encrypted backup: eight magic bytes, a salt, then pieces of 64 KiB, each sealed by
 * AES-256-GCM. The key is derived for each file from BACKUP_KEY, the salt and the file's path. The nonce is
 * the index of the piece plus a flag for the last one, so a piece that is left out, added, reordered or moved
 * to another file fails authentication.
 */
export const MAGIC = Buffer.from('VITRINB2', 'latin1');
const SALT_BYTES = 16;
const HEAD_BYTES = MAGIC.length + SALT_BYTES;
const PIECE_BYTES = 64 * 1024;
const TAG_BYTES = 16;
const SEALED_BYTES = PIECE_BYTES + TAG_BYTES;

/** The bytes are not as a holder of the key has sealed them. */
export class NotAuthenticError extends Error {
  override readonly name = 'NotAuthenticError';
}

export type BackupCipher = {
  /** Identifies the key without revealing it, so that a wrong key can be distinguished from damage. */
  keyName: string;
  /**
   * Keyed form of a SHA-256, for names and manifests: without the key it does not reveal which content it
   * belongs to.
   */
  sumOf: (sha256: string) => string;
  seal: (path: string, source: ByteSource) => AsyncGenerator<Buffer, void>;
  /** Throws NotAuthenticError, at the latest behind the last byte. */
  open: (path: string, source: ByteSource) => AsyncGenerator<Buffer, void>;
  /** Size in bytes before it was sealed; undefined where no sealed file has this one. */
  openedSize: (sealedSize: number) => number | undefined;
};

/** Slow, in case that the key is a word: 32 MiB and a tenth of a second of the event loop, once for each process. */
const COST = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 };
const mainKeys = new Map<string, Buffer>();

function mainKeyOf(backupKey: string): Buffer {
  const main = mainKeys.get(backupKey) ?? scryptSync(backupKey, 'backups of vitrin', 32, COST);
  mainKeys.set(backupKey, main);
  return main;
}

/** The cipher of a BACKUP_KEY. */
export function createCipher(backupKey: string): BackupCipher {
  const main = mainKeyOf(backupKey);
  const derived = (salt: string | Buffer, purpose: string) =>
    Buffer.from(hkdfSync('sha256', main, salt, purpose, 32));
  const sums = derived('', 'sums');
  const keyOf = (salt: Buffer, path: string) => derived(salt, `file ${path}`);
  return {
    keyName: derived('', 'name').toString('hex').slice(0, 16),
    sumOf: (sha256) => createHmac('sha256', sums).update(sha256).digest('hex'),
    async *seal(path, source) {
      const salt = randomBytes(SALT_BYTES);
      const key = keyOf(salt, path);
      yield Buffer.concat([MAGIC, salt]);
      let place = 0;
      for await (const { piece, isLast } of piecesOf(source, PIECE_BYTES)) {
        const cipher = createCipheriv('aes-256-gcm', key, nonceOf(place, isLast));
        yield Buffer.concat([cipher.update(piece), cipher.final(), cipher.getAuthTag()]);
        place += 1;
      }
    },
    async *open(path, source) {
      const chunks = source[Symbol.asyncIterator]();
      try {
        const { head, rest } = await splitHead(chunks);
        if (head.length < HEAD_BYTES || !timingSafeEqual(head.subarray(0, MAGIC.length), MAGIC))
          throw new NotAuthenticError(path);
        const key = keyOf(head.subarray(MAGIC.length), path);
        let place = 0;
        for await (const { piece, isLast } of piecesOf(rest, SEALED_BYTES)) {
          yield openPiece(key, nonceOf(place, isLast), piece, path);
          place += 1;
        }
      } finally {
        await chunks.return?.();
      }
    },
    openedSize(sealedSize) {
      const body = sealedSize - HEAD_BYTES;
      const pieces = Math.max(1, Math.ceil(body / SEALED_BYTES));
      const size = body - pieces * TAG_BYTES;
      return size < 0 ? undefined : size;
    },
  };
}

function openPiece(key: Buffer, nonce: Buffer, piece: Buffer, path: string): Buffer {
  if (piece.length < TAG_BYTES) throw new NotAuthenticError(path);
  const cipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES });
  cipher.setAuthTag(piece.subarray(-TAG_BYTES));
  try {
    return Buffer.concat([cipher.update(piece.subarray(0, -TAG_BYTES)), cipher.final()]);
  } catch (error) {
    throw new NotAuthenticError(path, { cause: error });
  }
}

/** Twelve bytes: the index of the piece, and 1 if it is the last one. */
function nonceOf(place: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUIntBE(place, 5, 6);
  nonce[11] = isLast ? 1 : 0;
  return nonce;
}

/** Cuts bytes into pieces of one size; the last one, which may be shorter or empty where it is the only one, is marked. */
async function* piecesOf(source: ByteSource, size: number) {
  let held: Buffer[] = [];
  let length = 0;
  for await (const chunk of source) {
    // The memory of a chunk may be used again once the next one is asked for.
    held.push(Buffer.from(chunk));
    length += chunk.length;
    if (length <= size) continue;
    let all = Buffer.concat(held);
    for (; all.length > size; all = all.subarray(size)) yield { piece: all.subarray(0, size), isLast: false };
    held = [all];
    length = all.length;
  }
  yield { piece: Buffer.concat(held), isLast: true };
}

async function splitHead(
  chunks: AsyncIterator<Uint8Array>,
): Promise<{ head: Buffer; rest: AsyncGenerator<Uint8Array, void> }> {
  let all = Buffer.alloc(0);
  let isOver = false;
  while (all.length < HEAD_BYTES && !isOver) {
    const next = await chunks.next();
    isOver = next.done === true;
    if (!next.done) all = Buffer.concat([all, next.value]);
  }
  const rest = async function* () {
    yield all.subarray(HEAD_BYTES);
    for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value;
  };
  return { head: all.subarray(0, HEAD_BYTES), rest: rest() };
}
