import { Readable, type Writable } from 'node:stream';
import type { ByteSource } from './byte-source.ts';

/**
 * What HTTP libraries take for a stream and pipe into an answer or a request. A stream does not know when the connection
 * has taken a chunk; this asks for the next block only then, so that blocks can be used again and memory stays flat.
 * Once it is destroyed half-way no connection holds a block any more: what it was piped into is destroyed with it.
 */
export class BlockStream extends Readable {
  readonly #blocks: ByteSource;
  #unfinished: NodeJS.WritableStream | undefined;

  constructor(blocks: ByteSource) {
    super();
    this.#blocks = blocks;
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

  /** Until the connection has taken the block, or whoever waits for it has gone. */
  #write(target: NodeJS.WritableStream, block: Uint8Array): Promise<void> {
    return new Promise((resolve, reject) => {
      const gone = () => resolve();
      this.once('close', gone);
      target.write(block, (error) => {
        this.off('close', gone);
        if (error) reject(error);
        else resolve();
      });
    });
  }

  override _read(): void {
    // Everything goes through pipe.
  }

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    if (this.#blocks instanceof Readable) this.#blocks.destroy();
    if (this.#unfinished && 'destroy' in this.#unfinished) (this.#unfinished as Writable).destroy();
    callback(error);
  }
}
