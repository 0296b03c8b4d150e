import { randomBytes } from 'node:crypto';
import type { ChangedPart } from '@vitrin/shared/contract/changes.ts';
import { type Change, readChange } from './change.ts';

export type Hints = {
  projects: Map<number, { all: Set<ChangedPart>; owner: Set<ChangedPart> }>;
  /** People who no longer see a project in their list. */
  lists: Set<number>;
};

const noHints = (): Hints => ({ projects: new Map(), lists: new Set() });

function addChange(hints: Hints, change: Exclude<Change, { kind: 'session' }>): void {
  if (change.kind === 'list') {
    hints.lists.add(change.user);
    return;
  }
  const parts = hints.projects.get(change.project) ?? { all: new Set(), owner: new Set() };
  parts[change.isForOwner ? 'owner' : 'all'].add(change.part);
  hints.projects.set(change.project, parts);
}

/** Sorts lines into hints, the sessions that are over, and the first time at which a version becomes visible. */
export function readLines(
  lines: Iterable<string>,
  now: number,
): { hints: Hints; sessions: Set<number>; comesAt: number } {
  const read = { hints: noHints(), sessions: new Set<number>(), comesAt: Infinity };
  for (const line of lines) {
    const change = readChange(line, now);
    if (change?.kind === 'session') read.sessions.add(change.session);
    else if (change) addChange(read.hints, change);
    if (change?.kind === 'part') read.comesAt = Math.min(read.comesAt, change.comesAt ?? Infinity);
  }
  return read;
}

export function hintsOfVersions(projectIds: Iterable<number>): Hints {
  const hints = noHints();
  for (const id of projectIds)
    hints.projects.set(id, { all: new Set(['versions', 'files']), owner: new Set() });
  return hints;
}

function addAll(target: Hints, { projects, lists }: Hints): void {
  for (const user of lists) target.lists.add(user);
  for (const [project, { all, owner }] of projects) {
    const parts = target.projects.get(project) ?? { all: new Set(), owner: new Set() };
    for (const part of all) parts.all.add(part);
    for (const part of owner) parts.owner.add(part);
    target.projects.set(project, parts);
  }
}

const MAX_REMEMBERED = 2000;

/** Where a reader stands: the id of the last event, or how old its data is. */
export type From = { id?: string | undefined; ageSeconds?: number | undefined };

/** The hints of the last minutes, so that a stream that broke goes on where it was. */
type RecentHints = {
  position: () => string;
  /** The id of this moment, which moves with the clock, so that it does not tell whether others did anything. */
  positionAt: (now: number) => string;
  add: (hints: Hints, at: number) => void;
  /** Forgets everything: all who come back must read their data anew. */
  forget: (at: number) => void;
  /** Returns later changes, or `'unknown'` when they are no longer kept; a reader who names no place begins now. */
  since: (from: From, now: number) => Hints | 'unknown';
};

export function createRecentHints(at: number): RecentHints {
  let life = newLife();
  let last = 0;
  let entries: { number: number; at: number; size: number; hints: Hints }[] = [];
  let size = 0;
  // Everything after this number and this time is remembered.
  let before = { number: 0, at };
  const collect = (chosen: typeof entries): Hints => {
    const sum = noHints();
    for (const { hints } of chosen) addAll(sum, hints);
    return sum;
  };
  return {
    position: () => `${life}-${last}`,
    positionAt(now) {
      last = Math.max(last, now);
      return `${life}-${last}`;
    },
    add(hints, now) {
      last = Math.max(last + 1, now);
      const entry = { number: last, at: now, size: hints.projects.size + hints.lists.size, hints };
      entries.push(entry);
      size += entry.size;
      while (size > MAX_REMEMBERED) {
        const oldest = entries.shift();
        if (!oldest) break;
        size -= oldest.size;
        before = oldest;
      }
    },
    forget(now) {
      [life, last, entries, size, before] = [newLife(), 0, [], 0, { number: 0, at: now }];
    },
    since({ id, ageSeconds }, now) {
      if (id !== undefined) {
        const [, itsLife, itsNumber = ''] = /^(\w{12})-(\d{1,15})$/.exec(id) ?? [];
        const number = Number(itsNumber);
        if (itsLife !== life || number < before.number) return 'unknown';
        return collect(entries.filter((entry) => entry.number > number));
      }
      if (ageSeconds === undefined) return noHints();
      // A second more, because the age is in whole seconds.
      const readAt = now - (ageSeconds + 1) * 1000;
      return readAt < before.at ? 'unknown' : collect(entries.filter((entry) => entry.at >= readAt));
    },
  };
}

function newLife(): string {
  return randomBytes(6).toString('hex');
}
