import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type Context, timestampIn, timestampOf } from '../../../context.ts';
import type { Database } from '../../../database/connect.ts';
import { UnavailableError } from '../../../errors.ts';

/** A turn that was not given back in this time is free: its process has died. Calls of a gateway give up earlier. */
const TURN_SECONDS = 60;
const WAIT_MILLISECONDS = 50;
/** 20 seconds, as long as one slow call of the gateway with its second try. */
const MOST_WAITS = 400;

/**
 * Runs `work` while no other request on any instance runs some for the same purchase. Two changes at once could reach
 * the gateway in one order and our rows in the other, and the plan would then be renewed, or end, unlike what the
 * screen says. Throws UnavailableError when the turn does not come in 20 seconds.
 */
export async function inTurn<T>(context: Context, purchaseId: number, work: () => Promise<T>): Promise<T> {
  const holder = randomUUID();
  for (let waits = 0; !(await takeTurn(context, purchaseId, holder)); waits++) {
    if (waits === MOST_WAITS) throw new UnavailableError('payments.unavailable');
    await pause(WAIT_MILLISECONDS);
  }
  try {
    return await work();
  } finally {
    await giveTurnBack(context.db, purchaseId, holder);
  }
}

/** False while another request has the turn. */
async function takeTurn(context: Context, purchaseId: number, holder: string): Promise<boolean> {
  const { numUpdatedRows } = await context.db
    .updateTable('purchases')
    .set({ turn_holder: holder, turn_until: timestampIn(context, TURN_SECONDS) })
    .where('id', '=', purchaseId)
    .where((e) => e.or([e('turn_holder', 'is', null), e('turn_until', '<=', timestampOf(context))]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

async function giveTurnBack(db: Database, purchaseId: number, holder: string): Promise<void> {
  await db
    .updateTable('purchases')
    .set({ turn_holder: null, turn_until: null })
    .where('id', '=', purchaseId)
    .where('turn_holder', '=', holder)
    .execute();
}
