import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type Context, timestampIn, timestampOf } from '../../../context.ts';
import { UnavailableError } from '../../../errors.ts';
import { releasePurchase, reservePurchase } from '../queries.ts';

/** Clocks of instances differ by less. */
const TOLERANCE_SECONDS = 30;
/** A turn that was not released in this time is free: its process has died. Calls of a gateway give up earlier. */
const TURN_SECONDS = 60;
const WAIT_MILLISECONDS = 50;
/** 20 seconds, as long as one slow call of the gateway with its second try. */
const MOST_WAITS = 400;

/**
 * Runs `work` while no other request on any instance does so for the same purchase: two changes could reach the
 * gateway in one order and our rows in the other, and the plan would renew or end unlike the screen says. Throws
 * UnavailableError when the turn does not come in 20 seconds.
 */
export async function inTurn<T>(context: Context, purchaseId: number, work: () => Promise<T>): Promise<T> {
  const holder = randomUUID();
  const takeTurn = () =>
    reservePurchase(context.db, purchaseId, holder, {
      now: timestampOf(context),
      until: timestampIn(context, TURN_SECONDS),
      // Such a turn was taken by a clock that was ahead.
      beyond: timestampIn(context, TURN_SECONDS + TOLERANCE_SECONDS),
    });
  for (let waits = 0; !(await takeTurn()); waits++) {
    if (waits === MOST_WAITS) throw new UnavailableError('payments.unavailable');
    await pause(WAIT_MILLISECONDS);
  }
  try {
    return await work();
  } finally {
    await releasePurchase(context.db, purchaseId, holder);
  }
}
