const MOST_STEPS = 5;

/** At most six marks from 0 to `max` in steps of 1, 2 or 5 times a power of ten; `unit` 1024 suits bytes. */
export function roundTicks(max: number, unit = 1): number[] {
  const scale = unit === 1 || max < unit ? 1 : unit ** Math.floor(Math.log(max) / Math.log(unit));
  const step = scale * roundStep(max / scale / MOST_STEPS, scale === 1);
  const count = Math.max(1, Math.ceil(max / step));
  return Array.from({ length: count + 1 }, (_, index) => index * step);
}

function roundStep(least: number, isWhole: boolean): number {
  if (isWhole && least <= 1) return 1;
  const power = 10 ** Math.floor(Math.log10(least));
  const factor = [1, 2, 5, 10].find((each) => each * power >= least) ?? 10;
  return factor * power;
}
