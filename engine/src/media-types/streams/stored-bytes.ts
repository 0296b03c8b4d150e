/** Bytes read at once: the descriptions of most tracks lie side by side. */
const WINDOW_BYTES = 64 * 1024;
/** Most reads of the store and of bytes for one file, whatever the file claims. */
const [MOST_READS, MOST_LOOKS] = [32, 4000];

export type ReadBytes = (start: number, length: number) => Promise<Buffer>;

export type Streams = { hasFilm: boolean; hasSound: boolean };

/** The file is broken, or its description of streams is too far from the beginning. */
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

  constructor(beginning: Buffer, size: number, read: ReadBytes) {
    this.#window = beginning;
    this.size = size;
    this.#read = read;
  }

  /** Returns at most `length` bytes from `at` on; throws UnknownStreams beyond the file and the bounds. */
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
