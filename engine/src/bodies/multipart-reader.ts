import { MalformedFormError } from './errors.ts';

/** Longer than any delimiter, so that one across two chunks is found in the bytes joined from both. */
const JOINED_BYTES = 128;
const MAX_EPILOGUE_BYTES = 64 * 1024;
const EPILOGUE_MILLISECONDS = 3000;

export type MultipartReader = ReturnType<typeof createMultipartReader>;

export function createMultipartReader(source: AsyncIterable<Buffer>) {
  const iterator = source[Symbol.asyncIterator]();
  /** Bytes being searched: a chunk, or the end of the previous one joined with the beginning of the next. */
  let held: Buffer = Buffer.alloc(0);
  let start = 0;
  let chunk = held;
  /** Number of bytes in `held` from the previous chunk. */
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
  /** Joins the few remaining bytes with as few of the next chunk, which is searched in its own block afterwards. */
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
      if (next.done) throw new MalformedFormError('it is cut off');
      chunk = next.value;
      received += chunk.length;
    }
    carried = rest.length;
    held = carried === 0 ? chunk : Buffer.concat([rest, chunk.subarray(0, JOINED_BYTES)]);
    start = 0;
  };

  /** Everything before `mark`; consumes the mark too. */
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

    /** Skips the first delimiter, which needs no line break before it at the beginning of the body. */
    async skipTo(delimiter: Buffer): Promise<void> {
      const first = delimiter.subarray('\r\n'.length);
      while (held.length < first.length) await fetchMore();
      if (held.subarray(0, first.length).equals(first)) start = first.length;
      else for await (const _preamble of until(delimiter)) void _preamble;
    },

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
      throw new MalformedFormError('it does not end after its last part');
    },

    /** Ends the source early, without waiting for a chunk that was requested already. */
    leave: async () => {
      const left = iterator.return?.();
      if (!isWaiting) await left;
      // The source fails after the answer was sent, so the error has no recipient.
      else left?.catch(() => {});
    },

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

/** Offset before which no byte can begin the `mark`. */
function safeEnd(held: Buffer, start: number, mark: Buffer): number {
  let end = Math.max(start, held.length - mark.length + 1);
  while (end < held.length && held.compare(mark, 0, held.length - end, end) !== 0) end += 1;
  return end;
}
