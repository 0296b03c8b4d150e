import type { Mutant } from './mutants.ts';

/** Mutant that no test can distinguish from the original, by file, function and change, with the reason. */
export type Equivalent = { file: string; within: string; what: string; because: string };

/** Lists mutants, each by file, function and change, that are equivalent for one reason. */
export function equivalent(
  because: string,
  mutants: readonly [file: string, within: string, what: string][],
): Equivalent[] {
  return mutants.map(([file, within, what]) => ({ file, within, what, because }));
}

/** True if the entry describes the mutant. */
export function isAbout({ file, within, what }: Equivalent, mutant: Mutant): boolean {
  return mutant.file === file && mutant.within === within && mutant.what === what;
}
