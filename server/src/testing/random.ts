/** Random numbers determined by a seed, so that a failed run can be repeated. */
export type Random = {
  /** A whole number from 0 to below `end`. */
  below: (end: number) => number;
  /** Undefined for an empty list. */
  pick: <T>(list: readonly T[]) => T | undefined;
};

/** Mulberry32: small, and random enough for choosing actions. */
export function createRandom(seed: number): Random {
  let state = seed;
  const below = (end: number) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % end;
  };
  return { below, pick: (list) => list[below(list.length)] };
}
