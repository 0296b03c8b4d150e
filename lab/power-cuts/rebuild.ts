import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { durableEvents, type History, type SyncFate } from './history.ts';

const BLOCK_BYTES = 4096;

/**
 * Fate of unsynced writes: with `least` they are lost, with `most` they are kept, with `zeros` names and
 * lengths are kept but the bytes are zeros, with `some` each step gets any of these, and any blocks of a
 * write.
 */
export const MODES = ['least', 'zeros', 'some', 'most'] as const;
type Mode = (typeof MODES)[number];

/** `cut` is the number of the first event that did not happen. */
export type Cut = { cut: number; mode: Mode; seed: number };

type Kept = 'whole' | 'none' | 'zeros' | 'blocks';

/** Writes the disk that a power cut leaves into `target`. */
export function rebuildDisk(
  history: History,
  { cut, mode, seed }: Cut,
  target: string,
  fateOf: SyncFate,
): void {
  const { events, root } = history;
  const failed = new Set(events.flatMap((event) => (event.op === 'failed' ? [event.of] : [])));
  const durable = durableEvents(history, cut, fateOf);
  const random = randomOf(seed);
  const files = new Map<number, Contents>();
  const contentsOf = (file: number) => files.get(file) ?? new Contents();
  const names = new Map<string, number | 'folder'>([[root, 'folder']]);

  events.slice(0, cut).forEach((event, index) => {
    if (failed.has(index)) return;
    const kept = durable.has(index) ? 'whole' : keptOf(mode, random, event.op);
    if (kept === 'none') return;
    if (event.op === 'write') {
      const { start, length } = event.bytes;
      files.set(event.file, contentsOf(event.file));
      contentsOf(event.file).write(
        event.position,
        history.bytes.subarray(start, start + length),
        kept,
        random,
      );
    } else if (event.op === 'truncate') contentsOf(event.file).truncate(event.length);
    else if (event.op === 'create') names.set(event.path, event.file);
    else if (event.op === 'mkdir') names.set(event.path, 'folder');
    else if (event.op === 'remove') names.delete(event.path);
    else if (event.op === 'link' || event.op === 'rename') {
      names.set(event.path, event.file);
      if (event.op === 'rename' && kept === 'whole') names.delete(event.from);
    }
  });

  mkdirSync(target, { recursive: true });
  for (const [path, what] of [...names].toSorted(([a], [b]) => a.localeCompare(b))) {
    if (!isReachable(path, root, names)) continue;
    const copy = join(target, relative(root, path));
    if (what === 'folder') mkdirSync(copy, { recursive: true });
    else writeFileSync(copy, contentsOf(what).bytes(), { mode: 0o600 });
  }
}

function isReachable(path: string, root: string, names: Map<string, number | 'folder'>): boolean {
  for (let folder = path; folder !== root; folder = dirname(folder))
    if (names.get(dirname(folder)) !== 'folder') return false;
  return true;
}

function keptOf(mode: Mode, random: () => number, op: string): Kept {
  if (mode === 'least') return 'none';
  if (mode === 'most') return 'whole';
  if (mode === 'zeros') return op === 'write' ? 'zeros' : 'whole';
  return (['none', 'whole', 'zeros', 'blocks'] as const)[Math.floor(random() * 4)] ?? 'none';
}

/** The bytes of one file while it grows. */
class Contents {
  #buffer = Buffer.alloc(0);
  #length = 0;

  write(position: number, data: Buffer, kept: Kept, random: () => number): void {
    this.#grow(position + data.length);
    if (kept === 'zeros') return;
    for (let from = 0; from < data.length; from += BLOCK_BYTES) {
      if (kept === 'whole' || random() < 0.5)
        data.copy(this.#buffer, position + from, from, from + BLOCK_BYTES);
    }
  }

  truncate(length: number): void {
    this.#grow(length);
    this.#buffer.fill(0, length);
    this.#length = length;
  }

  bytes(): Buffer {
    return this.#buffer.subarray(0, this.#length);
  }

  #grow(length: number): void {
    if (length > this.#buffer.length) {
      const larger = Buffer.alloc(Math.max(length, 2 * this.#buffer.length));
      this.#buffer.copy(larger);
      this.#buffer = larger;
    }
    this.#length = Math.max(this.#length, length);
  }
}

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
