/** Large enough that what is done once a block costs nothing beside its bytes. */
export const BLOCK_BYTES = 256 * 1024;

const MAX_SPARE = 16;
const spare: Buffer[] = [];

/** A block nobody uses, of memory that other threads can read too. Its bytes are whatever was in it. */
export function takeBlock(): Buffer {
  return spare.pop() ?? Buffer.from(new SharedArrayBuffer(BLOCK_BYTES));
}

export function giveBlockBack(block: Buffer): void {
  if (spare.length < MAX_SPARE) spare.push(block);
}
