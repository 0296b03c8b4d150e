import { Readable } from 'node:stream';
import type { ByteSource } from '../bytes/byte-source.ts';

/**
 * What Fastify takes for a stream and pipes into its answer. A stream does not know when the connection has taken a
 * chunk; this asks for the next block only then, so that blocks can be used again and memory stays flat.
 */
export class BlockStream extends Readable {
  readonly #blocks: ByteSource;

  constructor(blocks: ByteSource) {
    super();
    this.#blocks = blocks;
  }

  override pipe<Target extends NodeJS.WritableStream>(target: Target): Target {
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
    callback(error);
  }
}
