import { BadRequestError } from '../../errors.ts';

/** More than the longest delimiter, so that one which begins in a chunk ends in what is joined to it of the next. */
const JOINED_BYTES = 128;
/** What may follow the last delimiter, and how long that may take. */
const MAX_EPILOGUE_BYTES = 64 * 1024;
const EPILOGUE_MILLISECONDS = 3000;

export type MultipartReader = ReturnType<typeof createMultipartReader>;

/** Searches a body that arrives in chunks, and reads it up to what was found. */
export function createMultipartReader(source: AsyncIterable<Buffer>) {
  const iterator = source[Symbol.asyncIterator]();
  /** What is searched: the chunk itself, or the end of the one before with the beginning of this one. */
  let held: Buffer = Buffer.alloc(0);
  let start = 0;
  let chunk = held;
  /** How many bytes of the chunk before stand at the beginning of `held`. */
  let carried = 0;
  let received = 0;
  let isWaiting = false;

  const nextChunk = async () => {
    isWaiting = true;
    try {
      return await iterator.next();
    } finally {
      isWaiting = false;
    }
  };
  /**
   * Makes more to search. The few bytes that were left over are joined with as few of the next chunk: that stays where
   * it is, because what stands in its block needs no further memory.
   */
  const fetchMore = async () => {
    if (carried > 0 && start >= carried) {
      held = chunk;
      start -= carried;
      carried = 0;
      return;
    }
    const rest = Buffer.from(held.subarray(start));
    const inChunk = carried > 0 ? chunk.subarray(held.length - carried) : Buffer.alloc(0);
    if (inChunk.length > 0) {
      chunk = inChunk;
    } else {
      const next = await nextChunk();
      if (next.done) throw new BadRequestError('errors.bad_request');
      chunk = next.value;
      received += chunk.length;
    }
    carried = rest.length;
    held = carried === 0 ? chunk : Buffer.concat([rest, chunk.subarray(0, JOINED_BYTES)]);
    start = 0;
  };

  /** Everything before `mark`, which is consumed too. */
  async function* until(mark: Buffer): AsyncGenerator<Buffer, void> {
    for (;;) {
      const found = held.indexOf(mark, start);
      const end = found >= 0 ? found : safeEnd(held, start, mark);
      const piece = held.subarray(start, end);
      start = end + (found >= 0 ? mark.length : 0);
      if (piece.length > 0) yield piece;
      if (found >= 0) return;
      await fetchMore();
    }
  }

  return {
    until,

    /** Behind the first delimiter, which needs no line break before it where it begins the body. */
    async skipTo(delimiter: Buffer): Promise<void> {
      const first = delimiter.subarray('\r\n'.length);
      while (held.length < first.length) await fetchMore();
      if (held.subarray(0, first.length).equals(first)) start = first.length;
      else for await (const _preamble of until(delimiter)) void _preamble;
    },

    /** To the end of the body, which must come soon. */
    async skipEpilogue(): Promise<void> {
      const late = Promise.withResolvers<undefined>();
      const timer = setTimeout(() => late.resolve(undefined), EPILOGUE_MILLISECONDS);
      try {
        for (let length = 0; length <= MAX_EPILOGUE_BYTES;) {
          const next = await Promise.race([nextChunk(), late.promise]);
          if (!next) break;
          if (next.done) return;
          length += next.value.length;
        }
      } finally {
        clearTimeout(timer);
      }
      throw new BadRequestError('errors.bad_request');
    },

    /** Tells the source that no more is wanted of it, once it has answered what it was asked before. */
    leave: async () => {
      const left = iterator.return?.();
      if (!isWaiting) await left;
      // What fails after the answer was given has nobody to be told.
      else left?.catch(() => {});
    },

    /** Number of bytes of the source that are behind. */
    position: () => received - chunk.length - carried + start,

    putBack(length: number) {
      start -= length;
    },

    async take(length: number): Promise<Buffer> {
      while (held.length - start < length) await fetchMore();
      start += length;
      return held.subarray(start - length, start);
    },
  };
}

/** Bytes before here cannot be the beginning of `mark`. */
function safeEnd(held: Buffer, start: number, mark: Buffer): number {
  let end = Math.max(start, held.length - mark.length + 1);
  while (end < held.length && held.compare(mark, 0, held.length - end, end) !== 0) end += 1;
  return end;
}
