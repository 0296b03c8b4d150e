import { createCipheriv, createDecipheriv, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import type { ByteSource } from '@vitrin/engine/bytes/byte-source.ts';
import { type BackupCipher, NotAuthenticError } from './cipher.ts';

/**
 * Form 2 of a file in an encrypted backup: eight magic bytes, a salt, then pieces of 64 KiB, each sealed by
 * AES-256-GCM. The key is derived for each file from BACKUP_KEY, the salt and the file's path. The nonce is
 * the index of the piece plus a flag for the last one, so a piece that is left out, added, reordered or moved
 * to another file fails authentication.
 */
const MAGIC = Buffer.from('VITRINB2', 'latin1');
const SALT_BYTES = 16;
const HEAD_BYTES = MAGIC.length + SALT_BYTES;
const PIECE_BYTES = 64 * 1024;
const TAG_BYTES = 16;
const SEALED_BYTES = PIECE_BYTES + TAG_BYTES;

/**
 * Cipher of form 2, for places that an earlier release began: they are read, and added to, in their own form. `copyBackups`
 * copies one to a new place, which gets today's form.
 */
export function earlierCipher(main: Buffer): Pick<BackupCipher, 'seal' | 'open' | 'openedSize'> {
  const keyOf = (salt: Buffer, path: string) =>
    Buffer.from(hkdfSync('sha256', main, salt, `file ${path}`, 32));
  return {
    async *seal(path, source) {
      const salt = randomBytes(SALT_BYTES);
      const key = keyOf(salt, path);
      yield Buffer.concat([MAGIC, salt]);
      let index = 0;
      for await (const { piece, isLast } of piecesOf(source, PIECE_BYTES)) {
        const cipher = createCipheriv('aes-256-gcm', key, nonceOf(index, isLast));
        yield Buffer.concat([cipher.update(piece), cipher.final(), cipher.getAuthTag()]);
        index += 1;
      }
    },
    async *open(path, source) {
      const chunks = source[Symbol.asyncIterator]();
      try {
        const { head, rest } = await splitHead(chunks);
        if (head.length < HEAD_BYTES || !timingSafeEqual(head.subarray(0, MAGIC.length), MAGIC))
          throw new NotAuthenticError(path);
        const key = keyOf(head.subarray(MAGIC.length), path);
        let index = 0;
        for await (const { piece, isLast } of piecesOf(rest, SEALED_BYTES)) {
          yield openPiece(key, nonceOf(index, isLast), piece, path);
          index += 1;
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
function nonceOf(index: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUIntBE(index, 5, 6);
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
