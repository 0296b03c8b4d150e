import type { LedgerFact, PromiseFact } from '@vitrin/shared/rules/receipts/ledger-lines.ts';
import { catchUp, type Locked, noteNow } from './chain.ts';
import { findPromiseLine } from './part-queries.ts';
import { beginLedger } from './service.ts';

/** A milestone; without one, the next version of its project. */
type Promised = { id: number; name: string } | null;

type PromisedDays = { before: string | null; after: string | null };

/** Begins the ledger with earlier promises and versions; call it before a new promise is written. */
export async function beforePromise(tx: Locked, projectId: number): Promise<void> {
  await beginLedger(tx, projectId);
  await catchUp(tx, projectId);
}

/** Notes that something is promised on a day, on another day, or no more; nothing where the day stays. */
export async function notePromise(
  tx: Locked,
  projectId: number,
  promised: Promised,
  { before, after }: PromisedDays,
): Promise<void> {
  if (before === after) return;
  await noteNow(tx, projectId, [{ ...changeOf(before, after), ...nameOf(promised) }]);
}

export async function noteNewPromises(
  tx: Locked,
  projectId: number,
  milestones: readonly { id: number; name: string; day: string }[],
): Promise<void> {
  await noteNow(
    tx,
    projectId,
    milestones.map(({ id, name, day }) => ({ kind: 'promised', day, ...nameOf({ id, name }) })),
  );
}

/** Notes that a promised milestone is completed. */
export async function noteDelivery(
  tx: Locked,
  projectId: number,
  { id, name }: NonNullable<Promised>,
): Promise<void> {
  await noteNow(tx, projectId, [{ kind: 'milestone_delivered', milestone: name, milestone_id: id }]);
}

/**
 * Notes that a milestone is completed no more, and promised on its present day, which nothing noted while it was completed.
 * Returns the day on which it was promised last; null for none.
 */
export async function noteReopening(
  tx: Locked,
  projectId: number,
  { due_on: after, ...milestone }: NonNullable<Promised> & { due_on: string | null },
): Promise<string | null> {
  const line = await findPromiseLine(tx.db, projectId, milestone.id);
  const last = line === undefined ? undefined : (JSON.parse(line) as PromiseFact);
  const before = last && 'day' in last ? last.day : null;
  const name = nameOf(milestone);
  const facts: LedgerFact[] =
    before === null
      ? []
      : [{ kind: 'milestone_reopened', milestone: milestone.name, milestone_id: milestone.id }];
  if (before !== after) facts.push({ ...changeOf(before, after), ...name });
  await noteNow(tx, projectId, facts);
  return before;
}

function nameOf(promised: Promised) {
  return promised === null ? {} : { milestone: promised.name, milestone_id: promised.id };
}

type Change<Fact> = Fact extends unknown ? Omit<Fact, 'milestone' | 'milestone_id'> : never;

function changeOf(before: string | null, after: string | null): Change<PromiseFact> {
  if (after === null) return { kind: 'promise_withdrawn', before: before ?? '' };
  return before === null ? { kind: 'promised', day: after } : { kind: 'promise_moved', day: after, before };
}
