import type { Mutant } from './mutants.ts';

/**
 * The file with calls of `recordReached` at the place of each mutant: a test that does not reach a place cannot notice
 * what is taken out there. `idOf` numbers the mutants.
 */
export function withProbes(
  text: string,
  mutants: readonly Mutant[],
  idOf: (mutant: Mutant) => number,
): string {
  const marks = mutants.flatMap((mutant) => {
    const { start, end, isStatement } = mutant.place;
    const call = `globalThis.recordReached?.(${idOf(mutant)})`;
    const [before, after] = isStatement ? [`{${call};`, '}'] : [`(${call},`, ')'];
    return [
      { at: start, isOpening: true, length: end - start, by: before },
      { at: end, isOpening: false, length: end - start, by: after },
    ];
  });
  // At one offset ends come before beginnings; of nested places the inner one closes first and opens last.
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
