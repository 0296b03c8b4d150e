import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { bufferOf } from '@vitrin/engine/bytes/byte-source.ts';
import { createCipher, NotAuthenticError } from './encryption.ts';

const PATH = 'objects/ab';
const PIECE = 64 * 1024;
const cipher = createCipher('k'.repeat(32));

/** Splits bytes into chunks of arbitrary size, like a disk or the network. */
async function* chunksOf(bytes: Buffer, size = 10_007): AsyncGenerator<Buffer, void> {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}

const seal = (bytes: Buffer, path = PATH) => bufferOf(cipher.seal(path, chunksOf(bytes)));
const open = (bytes: Buffer, { path = PATH, by = cipher } = {}) => bufferOf(by.open(path, chunksOf(bytes)));

test.each([0, 1, PIECE - 1, PIECE, PIECE + 1, 3 * PIECE, 200_001])(
  '%i bytes come back as they were',
  async (size) => {
    const bytes = randomBytes(size);
    const sealed = await seal(bytes);
    expect((await open(sealed)).equals(bytes)).toBe(true);
    expect(cipher.openedSize(sealed.length)).toBe(size);
  },
);

test('nothing of what is sealed can be seen, and the same bytes are never sealed alike', async () => {
  const bytes = Buffer.from('secret '.repeat(1000));
  const [first, second] = [await seal(bytes), await seal(bytes)];
  expect(first.includes('secret')).toBe(false);
  expect(first.subarray(24).equals(second.subarray(24))).toBe(false);
});

test('a byte that is flipped anywhere is noticed', async () => {
  const sealed = await seal(randomBytes(PIECE + 50));
  const places = [0, 7, 8, 23, 24, 24 + PIECE, 24 + PIECE + 16, sealed.length - 17, sealed.length - 1];
  for (const place of places) {
    const flipped = Buffer.from(sealed);
    flipped[place] = (flipped[place] ?? 0) ^ 1;
    await expect(open(flipped), `byte ${place}`).rejects.toThrow(NotAuthenticError);
  }
});

test('a sealed file that was cut, lengthened, reordered or moved fails authentication', async () => {
  const sealed = await seal(randomBytes(3 * PIECE));
  const head = sealed.subarray(0, 24);
  const piece = (place: number) =>
    sealed.subarray(24 + place * (PIECE + 16), 24 + (place + 1) * (PIECE + 16));
  for (const other of [
    sealed.subarray(0, 10),
    head,
    sealed.subarray(0, -1),
    Buffer.concat([head, piece(0), piece(1)]),
    Buffer.concat([head, piece(1), piece(0), piece(2)]),
    Buffer.concat([sealed, piece(2)]),
    Buffer.concat([sealed, Buffer.from('x')]),
  ])
    await expect(open(other)).rejects.toThrow(NotAuthenticError);
  await expect(open(sealed, { path: 'objects/cd' })).rejects.toThrow(NotAuthenticError);
  await expect(open(sealed, { by: createCipher('l'.repeat(32)) })).rejects.toThrow(NotAuthenticError);
});

test('the source is left, whatever is wrong with it, and wherever reading ends', async () => {
  const sealed = await seal(randomBytes(3 * PIECE));
  let left = 0;
  async function* watched(bytes: Buffer) {
    try {
      yield* chunksOf(bytes);
    } finally {
      left += 1;
    }
  }
  for (const place of [0, 24, sealed.length - 1]) {
    const flipped = Buffer.from(sealed);
    flipped[place] = (flipped[place] ?? 0) ^ 1;
    await expect(bufferOf(cipher.open(PATH, watched(flipped)))).rejects.toThrow(NotAuthenticError);
  }
  for await (const piece of cipher.open(PATH, watched(sealed))) {
    expect(piece).toHaveLength(PIECE);
    break;
  }
  expect(left).toBe(4);
});
