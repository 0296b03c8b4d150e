import { RateLimitedError } from '../../errors.ts';

const AT_ONCE = 2;
const MAX_WAITING = 64;
/** Of one person, who cannot keep everybody else from waiting. */
const MAX_WAITING_EACH = MAX_WAITING / 2;

let drawing = 0;
/** By the person whose pictures they are, in the order in which people are served next. */
const waiting = new Map<number, (() => void)[]>();

/**
 * Draws two pictures at once, the others in turns: one of each person, however many somebody has sent. Throws
 * RateLimitedError when too many wait.
 */
export async function inDrawingPlace<Result>(ownerId: number, draw: () => Promise<Result>): Promise<Result> {
  if (drawing >= AT_ONCE) await turnOf(ownerId);
  else drawing += 1;
  try {
    return await draw();
  } finally {
    if (!serveNext()) drawing -= 1;
  }
}

function turnOf(ownerId: number): Promise<void> {
  const own = waiting.get(ownerId) ?? [];
  const total = waiting.values().reduce((sum, { length }) => sum + length, 0);
  if (total >= MAX_WAITING || own.length >= MAX_WAITING_EACH) throw new RateLimitedError(1);
  waiting.set(ownerId, own);
  return new Promise((resolve) => {
    own.push(resolve);
  });
}

/** Hands the place on; false when nobody waits for it. */
function serveNext(): boolean {
  const [next] = waiting;
  if (!next) return false;
  const [ownerId, [first, ...others]] = next;
  waiting.delete(ownerId);
  if (others.length > 0) waiting.set(ownerId, others);
  first?.();
  return true;
}
