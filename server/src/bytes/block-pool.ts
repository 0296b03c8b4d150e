/**
 * What is done once a block costs little beside its bytes at this size. Going down, where a slow reader keeps two of
 * them for long, half of that does.
 */
export const BLOCK_BYTES = 512 * 1024;
export const DOWN_BLOCK_BYTES = 256 * 1024;

/** Of each size. */
const MAX_SPARE = 24;
const spare = new Map<number, Buffer[]>([
  [BLOCK_BYTES, []],
  [DOWN_BLOCK_BYTES, []],
]);

type Hold = { count: number; isBack: boolean };
const holds = new Map<Buffer['buffer'], Hold>();

/** A block nobody uses, of memory that other threads can read too. Its bytes are whatever was in it. */
export function takeBlock(size = BLOCK_BYTES): Buffer {
  return spare.get(size)?.pop() ?? Buffer.from(new SharedArrayBuffer(size));
}

/** The block is taken again once nobody holds it any more. */
export function giveBlockBack(block: Buffer): void {
  const hold = holds.get(block.buffer);
  if (hold) {
    hold.isBack = true;
    return;
  }
  const ofItsSize = spare.get(block.length);
  if (ofItsSize && ofItsSize.length < MAX_SPARE) ofItsSize.push(block);
}

/** Keeps the block these bytes stand in as it is, until the returned function is called once. */
export function holdBlock({ buffer }: Uint8Array): () => void {
  const hold = holds.get(buffer) ?? { count: 0, isBack: false };
  hold.count += 1;
  holds.set(buffer, hold);
  return () => {
    hold.count -= 1;
    if (hold.count > 0) return;
    holds.delete(buffer);
    if (hold.isBack) giveBlockBack(Buffer.from(buffer));
  };
}
