export const TAG = {
  bits: 258,
  photometric: 262,
  stripOffsets: 273,
  samples: 277,
  stripLengths: 279,
  arrangement: 284,
  tileOffsets: 324,
  tileLengths: 325,
  extraSamples: 338,
  format: 339,
  iccProfile: 34675,
} as const;

const SHORT = 3;
const LONG = 4;
const VALUE_BYTES: Record<number, number> = { [SHORT]: 2, [LONG]: 4 };
const ENTRY_BYTES = 12;
const INLINE_BYTES = 4;
/** More strips or tiles than the largest picture has. */
const MOST_VALUES = 200_000;

type Entry = { tag: number; bytes: Buffer };

/** The first directory of a TIFF; a BigTIFF is refused. */
export class TiffDirectory {
  readonly #bytes: Buffer;
  readonly #isBig: boolean;
  readonly #entries: readonly Entry[];

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
    this.#isBig = bytes.toString('latin1', 0, 4) === 'MM\0*';
    if (!this.#isBig && bytes.toString('latin1', 0, 4) !== 'II*\0') throw new Error('The file is no TIFF');
    const at = this.#read(bytes, 4, LONG);
    this.#entries = Array.from({ length: this.#read(bytes, at, SHORT) }, (_, index) => {
      const start = at + 2 + index * ENTRY_BYTES;
      const entry = bytes.subarray(start, start + ENTRY_BYTES);
      return { tag: this.#read(entry, 0, SHORT), bytes: entry };
    });
  }

  /** Numbers of a tag, none if it is missing; throws if they are of another type, too many or outside the file. */
  numbers(tag: number): number[] {
    const entry = this.#entries.find((one) => one.tag === tag)?.bytes;
    if (!entry) return [];
    const type = this.#read(entry, 2, SHORT);
    const count = this.#read(entry, 4, LONG);
    const each = VALUE_BYTES[type];
    if (each === undefined || count > MOST_VALUES) throw new Error('The directory has unknown values');
    const isInline = count * each <= INLINE_BYTES;
    const [from, at] = isInline ? [entry, 8] : [this.#bytes, this.#read(entry, 8, LONG)];
    return Array.from({ length: count }, (_, index) => this.#read(from, at + index * each, type));
  }

  /** Returns a copy of the file with the changed tags in a new directory; an empty list removes a tag. */
  changed(changes: ReadonlyMap<number, readonly number[]>): Buffer {
    const kept = this.#entries.filter(({ tag }) => !changes.has(tag));
    const written = [...changes].filter(([, values]) => values.length > 0);
    const at = this.#bytes.length + (this.#bytes.length % 2);
    const length = 2 + (kept.length + written.length) * ENTRY_BYTES + 4;
    const outside: Buffer[] = [];
    let outsideAt = at + length;
    const made = written.map(([tag, values]) => {
      const entry = Buffer.alloc(ENTRY_BYTES);
      this.#write(entry, 0, SHORT, tag);
      this.#write(entry, 2, SHORT, LONG);
      this.#write(entry, 4, LONG, values.length);
      const numbers = Buffer.alloc(values.length * 4);
      for (const [index, value] of values.entries()) this.#write(numbers, index * 4, LONG, value);
      if (numbers.length <= INLINE_BYTES) numbers.copy(entry, 8);
      else {
        this.#write(entry, 8, LONG, outsideAt);
        outside.push(numbers);
        outsideAt += numbers.length;
      }
      return { tag, bytes: entry };
    });
    const directory = Buffer.alloc(2);
    this.#write(directory, 0, SHORT, kept.length + made.length);
    const entries = [...kept, ...made].toSorted((one, other) => one.tag - other.tag);
    const header = Buffer.from(this.#bytes.subarray(0, 8));
    this.#write(header, 4, LONG, at);
    return Buffer.concat([
      header,
      this.#bytes.subarray(8),
      Buffer.alloc(this.#bytes.length % 2),
      directory,
      ...entries.map(({ bytes }) => bytes),
      Buffer.alloc(4),
      ...outside,
    ]);
  }

  #read(from: Buffer, at: number, type: number): number {
    if (type === SHORT) return this.#isBig ? from.readUInt16BE(at) : from.readUInt16LE(at);
    return this.#isBig ? from.readUInt32BE(at) : from.readUInt32LE(at);
  }

  #write(to: Buffer, at: number, type: number, value: number): void {
    const bytes = type === SHORT ? 2 : 4;
    if (this.#isBig) to.writeUIntBE(value, at, bytes);
    else to.writeUIntLE(value, at, bytes);
  }
}
