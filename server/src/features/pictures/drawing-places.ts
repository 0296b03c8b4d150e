import { RateLimitedError } from '../../errors.ts';

const AT_ONCE = 2;
const MAX_WAITING = 64;

let drawing = 0;
const waiting: (() => void)[] = [];

/** Draws two pictures at once, the others in their turn; throws RateLimitedError when too many wait. */
export async function inDrawingPlace<Result>(draw: () => Promise<Result>): Promise<Result> {
  if (drawing >= AT_ONCE) {
    if (waiting.length >= MAX_WAITING) throw new RateLimitedError(1);
    await new Promise<void>((resolve) => {
      waiting.push(resolve);
    });
  } else {
    drawing += 1;
  }
  try {
    return await draw();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else drawing -= 1;
  }
}
