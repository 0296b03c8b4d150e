import type { Mutant } from './mutants.ts';

/**
 * Adds calls of `recordReached` to the file at each mutant: a test that does not reach that position cannot
 * notice the mutation. `idOf` numbers the mutants.
 */
export function withProbes(
  text: string,
  mutants: readonly Mutant[],
  idOf: (mutant: Mutant) => number,
): string {
  const marks = mutants.flatMap((mutant) => {
    const { start, end, isStatement } = mutant.range;
    const call = `globalThis.recordReached?.(${idOf(mutant)})`;
    const [before, after] = isStatement ? [`{${call};`, '}'] : [`(${call},`, ')'];
    return [
      { at: start, isOpening: true, length: end - start, by: before },
      { at: end, isOpening: false, length: end - start, by: after },
    ];
  });
  // At equal offsets, closing marks come before opening ones; nested ranges open outside in and close inside
  // out.
  marks.sort(
    (a, b) =>
      a.at - b.at ||
      Number(a.isOpening) - Number(b.isOpening) ||
      (a.isOpening ? b.length - a.length : a.length - b.length),
  );
  let done = 0;
  let probed = '';
  for (const { at, by } of marks) {
    probed += text.slice(done, at) + by;
    done = at;
  }
  return probed + text.slice(done);
}
