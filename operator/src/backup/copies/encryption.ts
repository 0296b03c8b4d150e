import { createHmac, hkdfSync, scryptSync } from 'node:crypto';
import type { ByteSource } from '@vitrin/engine/bytes/byte-source.ts';
import { bech32 } from '@scure/base';
import {
  Decrypter,
  Encrypter,
  type Identity,
  identityToRecipient,
  type Recipient,
  Stanza,
} from 'age-encryption';
import { type BackupCipher, type Form, NotAuthenticError } from './cipher.ts';
import { earlierCipher } from './earlier-encryption.ts';

/** Name of the line in a file's header that holds a keyed sum of its path. */
const PATH_STANZA = 'vitrin-path';
/** Bytes of the header, with one X25519 stanza and one of the path, and of the nonce behind it. */
const HEAD_BYTES = 228 + 16;
const PIECE_BYTES = 64 * 1024;
const TAG_BYTES = 16;

/** Slow, in case that the key is a word: 32 MiB and a tenth of a second of the event loop, once for each process. */
const COST = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 };
const mainKeys = new Map<string, Buffer>();

function mainKeyOf(backupKey: string): Buffer {
  const main = mainKeys.get(backupKey) ?? scryptSync(backupKey, 'backups of vitrin', 32, COST);
  mainKeys.set(backupKey, main);
  return main;
}

function derivedFrom(main: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', main, '', purpose, 32));
}

/** Key file of `age -d -i` for the files that a BACKUP_KEY seals: one line, `AGE-SECRET-KEY-1...`. */
export function identityOf(backupKey: string): string {
  return identityFrom(mainKeyOf(backupKey));
}

function identityFrom(main: Buffer): string {
  return bech32.encodeFromBytes('age-secret-key-', derivedFrom(main, 'age identity')).toUpperCase();
}

/** The cipher of a BACKUP_KEY for files of a form. */
export function createCipher(backupKey: string, form: Form = 3): BackupCipher {
  const main = mainKeyOf(backupKey);
  const sums = derivedFrom(main, 'sums');
  return {
    form,
    keyName: derivedFrom(main, 'name').toString('hex').slice(0, 16),
    sumOf: (sha256) => createHmac('sha256', sums).update(sha256).digest('hex'),
    ...(form === 3 ? ageCipher(main) : earlierCipher(main)),
  };
}

/**
 * Files as `age` writes them. The key pair is derived from BACKUP_KEY and its public half is published nowhere, so a file
 * that opens was sealed by a holder of the key; the sum of the path, which age authenticates with the header, notices one that
 * was moved to another place.
 */
function ageCipher(main: Buffer): Pick<BackupCipher, 'seal' | 'open' | 'openedSize'> {
  const identity = identityFrom(main);
  const pathKey = derivedFrom(main, 'paths');
  const sumOf = (path: string) =>
    createHmac('sha256', pathKey).update(path).digest('base64').replace('=', '');
  return {
    async *seal(path, source) {
      const encrypter = new Encrypter();
      encrypter.addRecipient(await identityToRecipient(identity));
      encrypter.addRecipient(recipientOf(sumOf(path)));
      const { stream, leave } = readableOf(source);
      try {
        for await (const piece of await encrypter.encrypt(stream)) yield Buffer.from(piece);
      } finally {
        await leave();
      }
    },
    async *open(path, source) {
      const decrypter = new Decrypter();
      decrypter.addIdentity(identityAt(path, sumOf(path)));
      decrypter.addIdentity(identity);
      const { stream, leave, failure } = readableOf(source);
      try {
        for await (const piece of await decrypter.decrypt(stream)) yield Buffer.from(piece);
      } catch (error) {
        if (error === failure()) throw error;
        throw new NotAuthenticError(path, { cause: error });
      } finally {
        await leave();
      }
    },
    openedSize(sealedSize) {
      const body = sealedSize - HEAD_BYTES;
      const pieces = Math.max(1, Math.ceil(body / (PIECE_BYTES + TAG_BYTES)));
      const size = body - pieces * TAG_BYTES;
      return size < 0 ? undefined : size;
    },
  };
}

/** Adds the sum of a path to a header; other programs pass over it. */
function recipientOf(sum: string): Recipient {
  return { wrapFileKey: () => [new Stanza([PATH_STANZA, sum], new Uint8Array())] };
}

/** Opens nothing, and refuses a file that was sealed at another path. */
function identityAt(path: string, sum: string): Identity {
  return {
    unwrapFileKey(stanzas) {
      if (!stanzas.some(({ args }) => args[0] === PATH_STANZA && args[1] === sum))
        throw new NotAuthenticError(path);
      return null;
    },
  };
}

/** Bytes as a web stream; `failure` is the error of their source, and `leave` lets go of it wherever reading has ended. */
function readableOf(source: ByteSource) {
  const chunks = source[Symbol.asyncIterator]();
  let failure: unknown;
  const leave = async () => {
    await chunks.return?.();
  };
  const stream = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const next = await chunks.next();
          // The memory of a chunk may be used again once the next one is asked for.
          if (next.done) controller.close();
          else controller.enqueue(Uint8Array.from(next.value));
        } catch (error) {
          failure = error;
          throw error;
        }
      },
      cancel: leave,
    },
    { highWaterMark: 0 },
  );
  return { stream, leave, failure: () => failure };
}
