import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type Context, timestampIn, timestampOf } from '../../../context.ts';
import { UnavailableError } from '../../../errors.ts';
import { releasePurchase, reservePurchase } from '../queries.ts';

/** Clocks of instances differ by less. */
const TOLERANCE_SECONDS = 30;
/** The process of a longer turn has died; gateway calls give up earlier. */
const TURN_SECONDS = 60;
const WAIT_MILLISECONDS = 50;
/** 20 seconds: one slow call with its second try. */
const MOST_WAITS = 400;

/** One change of a purchase at a time: gateway and rows must get them in one order. UnavailableError after 20 s. */
export async function inTurn<T>(context: Context, purchaseId: number, work: () => Promise<T>): Promise<T> {
  const holder = randomUUID();
  const takeTurn = () =>
    reservePurchase(context.db, purchaseId, holder, {
      now: timestampOf(context),
      until: timestampIn(context, TURN_SECONDS),
      // A fast clock took such a turn.
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
