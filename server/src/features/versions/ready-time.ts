import type { ReadyAt } from '@vitrin/shared/contract/versions.ts';
import { type Context, timestampIn, timestampOf } from '../../context.ts';
import { ValidationError } from '../../errors.ts';

/** A time further ahead than this is taken for a typing error and refused. */
const MOST_YEARS_AHEAD = 2;
const YEAR_SECONDS = 366 * 24 * 3600;

type Stored = { ready_at: string | null; created_at: string };

/** Returns the time to store, null for a draft; a visible version keeps its own. ValidationError if past or too far. */
export function readyTime(
  given: ReadyAt,
  before: Stored | undefined,
  context: Pick<Context, 'now'>,
): string | null {
  if (given === null) return null;
  const now = timestampOf(context);
  const stored = before?.ready_at ?? null;
  if (given === 'now') return stored !== null && stored <= now ? stored : now;
  const time = new Date(given).toISOString();
  // The time is as stored, or as an answer gave it for a version that was ready from the start.
  if (
    before &&
    stored !== null &&
    (time === stored || (stored < before.created_at && time === before.created_at))
  )
    return stored;
  if (time <= now) throw new ValidationError({ ready_at: 'versions.time_passed' });
  if (time > timestampIn(context, MOST_YEARS_AHEAD * YEAR_SECONDS))
    throw new ValidationError({ ready_at: 'versions.time_too_far' });
  return time;
}
