import { ACCESS_MATRIX } from './api-tests.ts';
import type { TreeCopy } from './tree-copy.ts';
import type { Trial } from './trial.ts';

type Reach = {
  /** Milliseconds of each test that may follow others in a process. */
  milliseconds: ReadonlyMap<string, number>;
  /** Numbers of the mutants that a test reaches. */
  idsOf: (test: string) => readonly number[];
  trialOf: (test: string, ids: readonly number[]) => Trial;
  /** True for code that runs only once, as its module is loaded. */
  isLoadedOnce: (id: number) => boolean;
  /** Tests that pass when they start a process, and not after others in the same process. */
  alone: string[];
  /** Tests that fail without any mutant, each with its error; they kill nothing. */
  red: string[];
};

/**
 * Runs each test twice without a mutant: after the first run all modules are loaded, so that the second shows which
 * mutants the test itself reaches.
 */
export async function learnReach(copy: TreeCopy, lanes: number, tests: readonly string[]): Promise<Reach> {
  const milliseconds = new Map<string, number>();
  const alone: string[] = [];
  const red: string[] = [];
  const learn = async (these: readonly string[]) => {
    const verdicts = await copy.runTrials(
      these.flatMap((test) => [
        { test, ids: [] },
        { test, ids: [], isRecorded: true },
      ]),
    );
    for (const [index, test] of these.entries()) {
      const [first, second] = verdicts.slice(index * 2);
      if (first?.outcome !== 'survived') red.push(`${test} fails without any mutant: ${first?.by}`);
      else if (second?.outcome !== 'survived') alone.push(test);
      else milliseconds.set(test, second.milliseconds);
    }
  };
  const shares = Array.from({ length: lanes }, (_, lane) => tests.filter((_one, i) => i % lanes === lane));
  await Promise.all(shares.map(learn));

  const reached = copy.reached();
  const byTest = Map.groupBy(reached, ({ test }) => test);
  const idsIn = (lines: typeof reached | undefined) => new Set(lines?.map(({ id }) => id));
  const inTests = idsIn(reached.filter(({ name }) => name !== ''));
  const inLoading = idsIn(byTest.get(''));

  /** Each test of the matrix is about one route, so that the others need not run; elsewhere, tests may need those before. */
  function trialOf(test: string, ids: readonly number[]): Trial {
    if (test !== ACCESS_MATRIX) return { test, ids };
    const names = new Set(byTest.get(test)?.flatMap(({ id, name }) => (ids.includes(id) ? [name] : [])));
    return names.has('') ? { test, ids } : { test, ids, only: [...names] };
  }

  return {
    milliseconds,
    idsOf: (test) => [...idsIn(byTest.get(test))],
    trialOf,
    isLoadedOnce: (id) => inLoading.has(id) && !inTests.has(id),
    alone,
    red,
  };
}
