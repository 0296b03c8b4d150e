import { CHANGED_PARTS, type ChangedPart } from '@vitrin/shared/contract/changes.ts';

/** Change that one line of the database's triggers reports; see database/changes/triggers.ts. */
export type Change =
  | {
      kind: 'part';
      project: number;
      part: ChangedPart;
      isForOwner: boolean;
      /** When it will concern its client too, in milliseconds of the clock. */
      comesAt?: number;
    }
  | { kind: 'list'; user: number }
  | { kind: 'session'; session: number };

/** Reads a change; returns null for a line that only another release knows. `now` is in milliseconds. */
export function readChange(line: string, now: number): Change | null {
  const [kind, first = '', part, ...rest] = line.split(' ');
  const id = Number(first);
  if (!Number.isSafeInteger(id) || id <= 0) return null;
  if (kind === 'list') return { kind, user: id };
  if (kind === 'session') return { kind, session: id };
  const named = CHANGED_PARTS.find((one) => one === part);
  if (kind !== 'part' || !named) return null;
  const who = rest.join(' ');
  const seenSince = who === 'all' ? -Infinity : timeOf(who);
  const change = { kind, project: id, part: named, isForOwner: !(seenSince <= now) } as const;
  return seenSince > now ? { ...change, comesAt: seenSince } : change;
}

/** Returns the time in a text of SQLite or PostgreSQL, in milliseconds; NaN for a word. */
function timeOf(text: string): number {
  if (!/^\d{4}-\d\d-\d\d[ T]/.test(text)) return NaN;
  return Date.parse(text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00'));
}
