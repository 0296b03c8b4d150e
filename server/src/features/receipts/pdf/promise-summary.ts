import type { LedgerFact } from '@vitrin/shared/rules/receipts/ledger-lines.ts';

/** Promises that a PDF lists at most, and days of each: the others are in the JSON. */
const MOST_PROMISES = 200;
const MOST_DAYS = 5;

export type SummedPromise = {
  milestone: string | null;
  /** Number of the version that kept the promise of a next one. */
  version: string | null;
  day: string;
  /** The days on which it was promised before, the first one first. */
  before: string[];
  delivered_at: string | null;
  withdrawn_at: string | null;
};

/** Sums up promises fact by fact; a version keeps the promise of the next one. */
export function createPromises() {
  const promises: SummedPromise[] = [];
  /** Those that are not withdrawn, by milestone; the next version's under 0. */
  const current = new Map<number, SummedPromise>();
  const promise = (id: number, milestone: string | null, day: string) => {
    const made = { milestone, version: null, day, before: [], delivered_at: null, withdrawn_at: null };
    current.set(id, made);
    if (promises.length < MOST_PROMISES) promises.push(made);
  };
  const add = (at: string, fact: LedgerFact) => {
    switch (fact.kind) {
      case 'promised':
        return promise(fact.milestone_id ?? 0, fact.milestone ?? null, fact.day);
      case 'promise_moved': {
        const existing = current.get(fact.milestone_id ?? 0);
        if (!existing) return promise(fact.milestone_id ?? 0, fact.milestone ?? null, fact.day);
        if (existing.before.length < MOST_DAYS) existing.before.push(existing.day);
        return void Object.assign(existing, { day: fact.day, milestone: fact.milestone ?? null });
      }
      case 'promise_withdrawn': {
        const existing = current.get(fact.milestone_id ?? 0);
        if (existing) existing.withdrawn_at = at;
        return void current.delete(fact.milestone_id ?? 0);
      }
      case 'milestone_delivered':
      case 'milestone_reopened': {
        const existing = current.get(fact.milestone_id);
        if (existing) existing.delivered_at = fact.kind === 'milestone_delivered' ? at : null;
        return;
      }
      case 'version_ready': {
        const existing = current.get(0);
        if (existing) Object.assign(existing, { version: fact.version, delivered_at: at });
        return void current.delete(0);
      }
      default:
    }
  };
  return { add, all: (): SummedPromise[] => promises };
}
