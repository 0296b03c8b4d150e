import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { bufferOf } from '@vitrin/engine/bytes/byte-source.ts';
import { Decrypter } from 'age-encryption';
import { NotAuthenticError } from './cipher.ts';
import { createCipher, identityOf } from './encryption.ts';

const PATH = 'objects/ab';
const PIECE = 64 * 1024;
const KEY = 'k'.repeat(32);
const cipher = createCipher(KEY);
/** Bytes before the first piece of each form. */
const HEADS = { 2: 24, 3: 244 } as const;

/** Splits bytes into chunks of arbitrary size, like a disk or the network. */
async function* chunksOf(bytes: Buffer, size = 10_007): AsyncGenerator<Buffer, void> {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}

const seal = (bytes: Buffer, { path = PATH, by = cipher } = {}) => bufferOf(by.seal(path, chunksOf(bytes)));
const open = (bytes: Buffer, { path = PATH, by = cipher } = {}) => bufferOf(by.open(path, chunksOf(bytes)));

describe.each([2, 3] as const)('form %i', (form) => {
  const by = createCipher(KEY, form);
  const head = HEADS[form];

  test.each([0, 1, PIECE - 1, PIECE, PIECE + 1, 3 * PIECE, 200_001])(
    '%i bytes come back as they were',
    async (size) => {
      const bytes = randomBytes(size);
      const sealed = await seal(bytes, { by });
      expect((await open(sealed, { by })).equals(bytes)).toBe(true);
      expect(by.openedSize(sealed.length)).toBe(size);
    },
  );

  test('no plain text is visible after sealing, and the same bytes are never sealed alike', async () => {
    const bytes = Buffer.from('secret '.repeat(1000));
    const [first, second] = [await seal(bytes, { by }), await seal(bytes, { by })];
    expect(first.includes('secret')).toBe(false);
    expect(first.includes(PATH)).toBe(false);
    expect(first.subarray(head).equals(second.subarray(head))).toBe(false);
  });

  test('a byte that is flipped anywhere is noticed', async () => {
    const sealed = await seal(randomBytes(PIECE + 50), { by });
    const offsets = [0, 7, 8, head - 1, head, head + PIECE, head + PIECE + 16, sealed.length - 17];
    for (const offset of [...offsets, sealed.length - 1]) {
      const flipped = Buffer.from(sealed);
      flipped[offset] = (flipped[offset] ?? 0) ^ 1;
      await expect(open(flipped, { by }), `byte ${offset}`).rejects.toThrow(NotAuthenticError);
    }
  });

  test('a sealed file that was cut, lengthened, reordered or moved fails authentication', async () => {
    const sealed = await seal(randomBytes(3 * PIECE), { by });
    const start = sealed.subarray(0, head);
    const piece = (offset: number) =>
      sealed.subarray(head + offset * (PIECE + 16), head + (offset + 1) * (PIECE + 16));
    for (const other of [
      Buffer.alloc(0),
      sealed.subarray(0, 10),
      start,
      sealed.subarray(0, -1),
      Buffer.concat([start, piece(0), piece(1)]),
      Buffer.concat([start, piece(1), piece(0), piece(2)]),
      Buffer.concat([sealed, piece(2)]),
      Buffer.concat([sealed, Buffer.from('x')]),
    ])
      await expect(open(other, { by })).rejects.toThrow(NotAuthenticError);
    await expect(open(sealed, { by, path: 'objects/cd' })).rejects.toThrow(NotAuthenticError);
    await expect(open(sealed, { by: createCipher('l'.repeat(32), form) })).rejects.toThrow(NotAuthenticError);
  });

  test('the source is closed, whatever its error, and wherever reading ends', async () => {
    const sealed = await seal(randomBytes(3 * PIECE), { by });
    let left = 0;
    async function* watched(bytes: Buffer) {
      try {
        yield* chunksOf(bytes);
      } finally {
        left += 1;
      }
    }
    for (const offset of [0, head, sealed.length - 1]) {
      const flipped = Buffer.from(sealed);
      flipped[offset] = (flipped[offset] ?? 0) ^ 1;
      await expect(bufferOf(by.open(PATH, watched(flipped)))).rejects.toThrow(NotAuthenticError);
    }
    for await (const piece of by.open(PATH, watched(sealed))) {
      expect(piece).toHaveLength(PIECE);
      break;
    }
    let pieces = 0;
    for await (const piece of by.seal(PATH, watched(sealed)))
      if ((pieces += Math.sign(piece.length)) === 2) break;
    expect(left).toBe(5);
  });

  test('an error of the source is not taken for damage', async () => {
    const sealed = await seal(randomBytes(3 * PIECE), { by });
    async function* failing() {
      yield sealed.subarray(0, PIECE);
      await Promise.resolve();
      throw new RangeError('the disk is gone');
    }
    await expect(bufferOf(by.open(PATH, failing()))).rejects.toThrow('the disk is gone');
    await expect(bufferOf(by.seal(PATH, failing()))).rejects.toThrow('the disk is gone');
  });
});

test('other programs for age open a file with the identity that BACKUP_KEY gives', async () => {
  const decrypter = new Decrypter();
  decrypter.addIdentity(identityOf(KEY));
  expect(await decrypter.decrypt(await seal(Buffer.from('delivered')), 'text')).toBe('delivered');
});

test('a file that an earlier release has sealed is opened', async () => {
  const sealed = Buffer.from(
    'VklUUklOQjJoV8pcSggwC27hVspo0m8pcQu1TsuV2oRsHG4jMlnxQC4dv4g+jUcgbvdwxRJnx6ykC3JOPqb7pL+APtpFxVuEMLXTD0o=',
    'base64',
  );
  const by = createCipher(KEY, 2);
  expect((await open(sealed, { by })).toString()).toBe('Delivered before the format changed.\n');
  expect(by.keyName).toBe('84d853bfddae88a1');
  expect(by.sumOf('a'.repeat(64))).toBe('f98cefd994f35ba099036222ada55a39b6ae48f49057f872c6bed5c5e2af9f76');
});
