import { parse } from './syntax.ts';
import type { Mutant } from './mutants.ts';

type Range = Mutant['range'];

/**
 * Adds to a file, at each mutant, a choice between the original code and the mutant's, made by
 * `globalThis.isMutated` (see `mutation-switch.ts`) each time that the code runs. `idOf` numbers the mutants.
 */
export function withSwitches(
  file: string,
  text: string,
  mutants: readonly Mutant[],
  idOf: (mutant: Mutant) => number,
): string {
  const places = Map.groupBy(mutants, ({ range }) => `${range.start}-${range.end}`);
  const ranges = Array.from(places.values(), ([first]) => first?.range)
    .filter((range) => range !== undefined)
    .toSorted((a, b) => a.start - b.start || b.end - a.end);

  /** Text between two offsets with the switches inside it; `inside` are sorted, outer ranges first. */
  function rendered(from: number, to: number, inside: readonly Range[]): string {
    const [outer, ...rest] = inside;
    if (!outer) return text.slice(from, to);
    const nested = rest.filter(({ end }) => end <= outer.end);
    const later = rest.filter(({ start }) => start >= outer.end);
    return text.slice(from, outer.start) + switched(outer, nested) + rendered(outer.end, to, later);
  }

  function switched(range: Range, nested: readonly Range[]): string {
    const here = places.get(`${range.start}-${range.end}`) ?? [];
    return here.reduce(
      (original, mutant) => choice(range.kind, idOf(mutant), mutant.by, original),
      rendered(range.start, range.end, nested),
    );
  }

  const imports = new Set(mutants.map((mutant) => mutant.imports));
  const whole = [...imports].join('') + rendered(0, text.length, ranges);
  parse(file, whole);
  return whole;
}

function choice(kind: Range['kind'], id: number, mutated: string, original: string): string {
  const isMutated = `globalThis.isMutated?.(${id})`;
  if (kind === 'statement') return `{if(${isMutated}){${mutated}}else{${original}}}`;
  if (kind === 'expression') return `(${isMutated}?(${mutated}):(${original}))`;
  return `((...called)=>(${isMutated}?(${mutated}):(${original}))(...called))`;
}
