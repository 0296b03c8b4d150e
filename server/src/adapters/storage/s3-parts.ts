import type { Readable } from 'node:stream';
import type { Part } from '@aws-sdk/client-s3';
import { type MetadataValue, S3Store } from '@tus/s3-store';
import type { OnDurable } from './storage.ts';

/** An append under way. */
type Append = {
  /** Parts that begin beyond are left over from a failed append. */
  offset: number;
  onDurable: OnDurable | undefined;
  /** Sizes of parts that arrived while one before them had not. */
  early: Map<number, number>;
  /** The first part that has not arrived, and where it begins. */
  next: { number: number; start: number };
  told: Promise<void>;
};

/**
 * tus's store for S3, which keeps what arrives as parts, and in an object of its own the rest that is too small for
 * one. It sends several parts at once and counts whatever is there: when one of them is lost, with its process or
 * by a failure, the upload would go on behind a hole. Here only what was called durable counts, see `offsetWithin`.
 */
export class DurableParts extends S3Store {
  readonly #appends = new Map<string, Append>();

  /**
   * Like Storage.offset, but fails with a 404 also once the parts have become an object. The rest counts only when it
   * ends at `durable`: before it is joined to what follows, `durable` goes back to where it begins, so that the rest
   * of a failed append never fits.
   */
  async offsetWithin(id: string, durable: number): Promise<number> {
    const end = sizeOf(within(await this.retrieveParts(id), durable));
    const rest = (await this.getIncompletePartSize(id)) ?? 0;
    return end + rest === durable ? durable : end;
  }

  /** Like Storage.append. */
  async append(id: string, offset: number, source: Readable, onDurable?: OnDurable): Promise<number> {
    const end = sizeOf(within(await this.retrieveParts(id), offset));
    const rest = (await this.getIncompletePartSize(id)) ?? 0;
    if (end + rest === offset && rest > 0) await onDurable?.(end);
    else if (rest > 0) await this.deleteIncompletePart(id);
    const append: Append = {
      offset,
      onDurable,
      early: new Map(),
      next: { number: 0, start: 0 },
      told: Promise.resolve(),
    };
    this.#appends.set(id, append);
    try {
      return await this.write(source, id, offset);
    } finally {
      this.#appends.delete(id);
    }
  }

  protected override async retrieveParts(id: string, partNumberMarker?: string): Promise<Part[]> {
    const parts = await super.retrieveParts(id, partNumberMarker);
    if (partNumberMarker !== undefined) return parts;
    const { file } = await this.getMetadata(id);
    return within(parts, this.#appends.get(id)?.offset ?? file.size ?? 0);
  }

  protected override async uploadParts(
    metadata: MetadataValue,
    source: Readable,
    number: number,
    start: number,
  ): Promise<number> {
    const append = this.#appends.get(metadata.file.id);
    if (append) {
      append.next = { number, start };
      append.offset = metadata.file.size ?? 0;
    }
    try {
      return await super.uploadParts(metadata, source, number, start);
    } finally {
      await append?.told;
    }
  }

  protected override async uploadPart(
    metadata: MetadataValue,
    source: Readable | Buffer,
    number: number,
  ): Promise<string> {
    const append = this.#appends.get(metadata.file.id);
    const tag = await super.uploadPart(metadata, source, number);
    if (append && 'bytesRead' in source) tell(append, number, Number(source.bytesRead));
    return tag;
  }
}

/** Moves on over the parts that have arrived without a gap. */
function tell(append: Append, number: number, size: number): void {
  const { early, next, onDurable } = append;
  early.set(number, size);
  const before = next.start;
  for (let known = early.get(next.number); known !== undefined; known = early.get(next.number)) {
    early.delete(next.number);
    next.number += 1;
    next.start += known;
  }
  const { start } = next;
  if (start === before || !onDurable) return;
  append.told = append.told.then(() => onDurable(start));
  // Awaited once the append is through; until then nobody listens.
  append.told.catch(() => {});
}

/** The parts that end at `length` at the latest. None is missing among those before a durable offset. */
function within(parts: readonly Part[], length: number): Part[] {
  const found: Part[] = [];
  let end = 0;
  for (const part of parts) {
    end += part.Size ?? 0;
    if (end > length) break;
    found.push(part);
  }
  return found;
}

function sizeOf(parts: readonly Part[]): number {
  return parts.reduce((sum, { Size = 0 }) => sum + Size, 0);
}
