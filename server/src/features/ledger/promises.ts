import type { PromiseFact } from '@vitrin/shared/rules/receipts/ledger-lines.ts';
import { catchUp, type Locked, noteNow } from './chain.ts';
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

export async function noteCompletion(
  tx: Locked,
  projectId: number,
  { id, name }: NonNullable<Promised>,
  isCompleted: boolean,
): Promise<void> {
  const kind = isCompleted ? 'milestone_delivered' : 'milestone_reopened';
  await noteNow(tx, projectId, [{ kind, milestone: name, milestone_id: id }]);
}

function nameOf(promised: Promised) {
  return promised === null ? {} : { milestone: promised.name, milestone_id: promised.id };
}

type Change<Fact> = Fact extends unknown ? Omit<Fact, 'milestone' | 'milestone_id'> : never;

function changeOf(before: string | null, after: string | null): Change<PromiseFact> {
  if (after === null) return { kind: 'promise_withdrawn', before: before ?? '' };
  return before === null ? { kind: 'promised', day: after } : { kind: 'promise_moved', day: after, before };
}
