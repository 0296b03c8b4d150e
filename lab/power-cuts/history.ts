import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { BYTES_FILE, type DiskEvent, EVENTS_FILE } from '../../test-kit/disk/events.ts';

export type SyncEvent = Extract<DiskEvent, { op: 'sync' }>;

/** Treats a sync of the history as never made, or as made only after the next answer. */
export type SyncFate = (event: SyncEvent, index: number) => 'never' | 'late' | undefined;

export type History = { root: string; events: DiskEvent[]; bytes: Buffer };

export function readHistory(folder: string, root: string): History {
  const lines = readFileSync(join(folder, EVENTS_FILE), 'utf8').trimEnd().split('\n');
  return {
    root,
    events: lines.map((line) => JSON.parse(line) as DiskEvent),
    bytes: readFileSync(join(folder, BYTES_FILE)),
  };
}

/**
 * Numbers of the events that surely survive a cut before event `cut`: those that ended before a sync of their file or
 * folder began which itself ended before the cut. A file's sync says nothing about its name, and a folder's nothing
 * about the content of its files. A rename is done by a sync of either folder, because journals keep it as one step.
 */
export function durableEvents({ events }: History, cut: number, fateOf: SyncFate): Set<number> {
  const ends = new Map<number, number>();
  events.forEach((event, index) => event.op === 'done' && ends.set(event.of, index));
  const durable = new Set<number>();
  events.forEach((sync, index) => {
    if (sync.op !== 'sync') return;
    const fate = fateOf(sync, index);
    if (fate === 'never') return;
    const end = ends.get(index) ?? Infinity;
    const effective = fate === 'late' ? events.findIndex(({ op }, at) => at > end && op === 'answer') : end;
    if (effective < 0 || effective >= cut) return;
    events.slice(0, index).forEach((event, at) => {
      if ((ends.get(at) ?? Infinity) < index && isCovered(event, sync)) durable.add(at);
    });
  });
  return durable;
}

function isCovered(event: DiskEvent, sync: SyncEvent): boolean {
  switch (event.op) {
    case 'write':
    case 'truncate':
      return event.file === sync.file;
    case 'create':
    case 'mkdir':
    case 'remove':
    case 'link':
      return dirname(event.path) === sync.path;
    case 'rename':
      return dirname(event.path) === sync.path || dirname(event.from) === sync.path;
    default:
      return false;
  }
}
