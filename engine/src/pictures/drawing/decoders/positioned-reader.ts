import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

/** Reads a file forwards; throws at its end, so that no length in it leads beyond. */
export class PositionedReader {
  readonly #file: number;
  readonly #size: number;
  #position = 0;

  constructor(path: string) {
    this.#file = openSync(path, 'r');
    this.#size = fstatSync(this.#file).size;
  }

  get left(): number {
    return this.#size - this.#position;
  }

  take(length: number): Buffer {
    if (length > this.left) throw new Error('The file is cut off');
    const bytes = Buffer.alloc(length);
    for (let read = 0; read < length;) {
      const more = readSync(this.#file, bytes, read, length - read, this.#position + read);
      if (more === 0) throw new Error('The file is cut off');
      read += more;
    }
    this.#position += length;
    return bytes;
  }

  skip(length: number): void {
    if (length > this.left) throw new Error('The file is cut off');
    this.#position += length;
  }

  close(): void {
    closeSync(this.#file);
  }
}
