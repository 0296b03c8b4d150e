/** Bytes read at once: the descriptions of most tracks lie side by side. */
const WINDOW_BYTES = 64 * 1024;
/** Reads of the store and looks at bytes that one file may cost, whatever it claims about itself. */
const [MOST_READS, MOST_LOOKS] = [32, 4000];

/** Reads `length` bytes from `start` on, all of which the file has. */
export type ReadBytes = (start: number, length: number) => Promise<Buffer>;

/** Kinds of streams that a container holds. */
export type Streams = { hasFilm: boolean; hasSound: boolean };

/** A file is broken, or says too late what it holds. */
export class UnknownStreams extends Error {
  override readonly name = 'UnknownStreams';
}

/** Reads few bytes of a stored file at any offset, by a bounded number of reads. */
export class StoredBytes {
  readonly size: number;
  readonly #read: ReadBytes;
  #window: Buffer;
  #start = 0;
  #reads = 0;
  #looks = 0;

  /** `beginning` is the part of the file that has already been read. */
  constructor(beginning: Buffer, size: number, read: ReadBytes) {
    this.#window = beginning;
    this.size = size;
    this.#read = read;
  }

  /** At most `length` bytes from `at` on, fewer at the end of the file; throws UnknownStreams beyond it and beyond the bounds. */
  async look(at: number, length: number): Promise<Buffer> {
    this.#looks += 1;
    const end = Math.min(at + length, this.size);
    if (at >= end || this.#looks > MOST_LOOKS) throw new UnknownStreams();
    if (at < this.#start || end > this.#start + this.#window.length) await this.#move(at);
    return this.#window.subarray(at - this.#start, end - this.#start);
  }

  async #move(at: number): Promise<void> {
    this.#reads += 1;
    if (this.#reads > MOST_READS) throw new UnknownStreams();
    this.#window = await this.#read(at, Math.min(WINDOW_BYTES, this.size - at));
    this.#start = at;
  }
}
