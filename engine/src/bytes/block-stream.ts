import { Readable, type Writable } from 'node:stream';
import type { ByteSource } from './byte-source.ts';

/**
 * Stream of a byte source that requests a block only once the connection has taken the last one, so that blocks can be
 * reused. Destroying it destroys its target, so that no connection still holds a block.
 */
export class BlockStream extends Readable {
  readonly #blocks: ByteSource;
  readonly #onTaken: ((bytes: number) => void) | undefined;
  #unfinished: NodeJS.WritableStream | undefined;

  /** `onTaken` is called with the length of each block once the connection has taken it. */
  constructor(blocks: ByteSource, onTaken?: (bytes: number) => void) {
    super();
    this.#blocks = blocks;
    this.#onTaken = onTaken;
  }

  override pipe<Target extends NodeJS.WritableStream>(target: Target): Target {
    this.#unfinished = target;
    this.#pump(target).catch((error: unknown) =>
      this.destroy(error instanceof Error ? error : new Error('The bytes cannot be read')),
    );
    return target;
  }

  async #pump(target: NodeJS.WritableStream): Promise<void> {
    for await (const block of this.#blocks) {
      await this.#write(target, block);
      if (this.destroyed) return;
    }
    this.#unfinished = undefined;
    target.end();
    this.push(null);
    this.resume();
  }

  #write(target: NodeJS.WritableStream, block: Uint8Array): Promise<void> {
    return new Promise((resolve, reject) => {
      const gone = () => resolve();
      const { length } = block;
      this.once('close', gone);
      target.write(block, (error) => {
        this.off('close', gone);
        if (error) return reject(error);
        this.#onTaken?.(length);
        resolve();
      });
    });
  }

  override _read(): void {}

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    if (this.#blocks instanceof Readable) this.#blocks.destroy();
    if (this.#unfinished && 'destroy' in this.#unfinished) (this.#unfinished as Writable).destroy();
    callback(error);
  }
}
