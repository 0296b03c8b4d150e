/** Bytes that are read at once at least: many small headers of a rar lie in them. */
const BLOCK = 32 * 1024;
/** Bytes that are read at once at most. */
const MOST_AT_ONCE = 1024 * 1024;
/** Bytes that are read of one archive. Each round counts as a block at least, so there are at most 1,024 rounds. */
const MOST_BYTES = 32 * 1024 * 1024;

/** Gives the bytes from `start` up to before `end`, or throws. */
type ReadPart = (start: number, end: number) => Uint8Array;

export type PartReader = {
  size: number;
  /** True once bytes were asked for that are not read any more. */
  readonly isCut: boolean;
  /** Why bytes did not come. */
  readonly failure: unknown;
  /** Fills the beginning of `into` from `position` on and says by how many bytes; none are the end of the file. */
  read: (into: Uint8Array, position: number) => number;
};

/** Reads parts of a file of `size` bytes, which seems to end after MOST_BYTES or once `isLate` returns true. */
export function createPartReader(size: number, readPart: ReadPart, isLate: () => boolean): PartReader {
  let block: { start: number; bytes: Uint8Array } = { start: 0, bytes: new Uint8Array() };
  let left = MOST_BYTES;
  let isCut = false;
  let failure: unknown;
  const isIn = (position: number) => position >= block.start && position < block.start + block.bytes.length;
  const load = (start: number, wanted: number) => {
    const length = Math.min(Math.max(wanted, BLOCK), MOST_AT_ONCE);
    left -= length;
    isCut ||= left < 0 || isLate();
    if (isCut) return;
    try {
      block = { start, bytes: readPart(start, Math.min(size, start + length)) };
    } catch (error) {
      failure = error;
      throw error;
    }
  };
  return {
    size,
    get isCut() {
      return isCut;
    },
    get failure() {
      return failure;
    },
    read(into, position) {
      if (into.length === 0 || position >= size) return 0;
      if (!isIn(position)) load(position, into.length);
      if (!isIn(position)) return 0;
      const bytes = block.bytes.subarray(position - block.start).subarray(0, into.length);
      into.set(bytes);
      return bytes.length;
    },
  };
}
