import { Readable, type Writable } from 'node:stream';
import type { ByteSource } from './byte-source.ts';

/**
 * A byte source as the stream that HTTP libraries pipe into an answer or a request. Unlike other streams it asks for
 * the next block only when the connection has taken the last one, so that blocks can be reused and memory stays flat.
 * When it is destroyed half-way, its target is destroyed with it, so that no connection still holds a block.
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

  /** Resolves once the connection has taken the block, or is gone. */
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
