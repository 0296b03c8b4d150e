/** True if a log was continued: a restarted one has new salts in its header. */
export function hasSameHead(before: Buffer, now: Buffer | undefined): boolean {
  const HEAD = 32;
  return now !== undefined && (before.length === 0 || before.subarray(0, HEAD).equals(now.subarray(0, HEAD)));
}

/** Offset of the first block that differs between two states of a file. */
export function sameUntil(before: Buffer, now: Buffer): number {
  const STEP = 4096;
  const length = Math.min(before.length, now.length);
  let position = 0;
  while (
    position < length &&
    before.compare(
      now,
      position,
      Math.min(position + STEP, length),
      position,
      Math.min(position + STEP, length),
    ) === 0
  )
    position += STEP;
  return Math.min(position, length);
}
