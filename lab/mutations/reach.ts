import type { Replaced, TreeCopy, Verdict } from './tree-copy.ts';

type Measured = { reached: ReadonlySet<number>; milliseconds: number };

type Reach = {
  /**
   * Runs each test once, unchanged, to learn what it reaches. Returns tests that failed twice: they kill
   * nothing.
   */
  measure: (copies: readonly TreeCopy[], tests: readonly string[]) => Promise<string[]>;
  /** Measured tests that reach a mutant, first the fast ones that reach many mutants of its file. */
  testsReaching: (id: number, tests: readonly string[], idsOfFile: readonly number[]) => string[];
};

/** Finds out which test files reach which mutants; `probed` are the files as `withProbes` returns them. */
export function createReach(probed: readonly Replaced[]): Reach {
  const measured = new Map<string, Measured>();

  async function measureLeft(copy: TreeCopy, left: Iterable<string>): Promise<string[]> {
    const red: string[] = [];
    for (const test of left) {
      let verdict = await measureOne(copy, test);
      // A busy machine makes a test fail now and then; one that fails twice would seem to kill every mutant.
      if (verdict.outcome !== 'survived') verdict = await measureOne(copy, test);
      if (verdict.outcome !== 'survived') {
        measured.delete(test);
        red.push(`${test} fails without any mutant: ${verdict.by}`);
      }
    }
    return red;
  }

  async function measureOne(copy: TreeCopy, test: string): Promise<Verdict> {
    const startedAt = Date.now();
    const { reached, ...verdict } = await copy.runProbed(probed, test);
    measured.set(test, { reached, milliseconds: Date.now() - startedAt });
    return verdict;
  }

  return {
    measure: async (copies, tests) => {
      const left = tests.filter((test) => !measured.has(test)).values();
      return (await Promise.all(copies.map((copy) => measureLeft(copy, left)))).flat();
    },
    testsReaching: (id, tests, idsOfFile) => {
      const costOf = ({ reached, milliseconds }: Measured) =>
        milliseconds / idsOfFile.filter((one) => reached.has(one)).length;
      return tests
        .flatMap((test) => {
          const found = measured.get(test);
          return found?.reached.has(id) ? [{ test, cost: costOf(found) }] : [];
        })
        .toSorted((a, b) => a.cost - b.cost)
        .map(({ test }) => test);
    },
  };
}
