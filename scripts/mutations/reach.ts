import type { Replaced, TreeCopy } from './tree-copy.ts';

type Measured = { reached: ReadonlySet<number>; milliseconds: number };

export type Reach = {
  /** Runs tests once each as they are, to learn what they reach. Throws when one is red. */
  measure: (copies: readonly TreeCopy[], tests: readonly string[]) => Promise<void>;
  /** Those of the measured tests that get to a mutant's place; quick ones that get to many places of its file first. */
  testsReaching: (id: number, tests: readonly string[], idsOfFile: readonly number[]) => string[];
};

/** Which test file gets to the place of which mutant; `probed` are the files as `withProbes` makes them. */
export function createReach(probed: readonly Replaced[]): Reach {
  const measured = new Map<string, Measured>();

  async function measureLeft(copy: TreeCopy, left: Iterable<string>): Promise<void> {
    for (const test of left) {
      const startedAt = Date.now();
      const { outcome, by, reached } = await copy.runProbed(probed, test);
      if (outcome !== 'survived') throw new Error(`${test} fails without any mutant: ${by}`);
      measured.set(test, { reached, milliseconds: Date.now() - startedAt });
    }
  }

  return {
    measure: async (copies, tests) => {
      const left = tests.filter((test) => !measured.has(test)).values();
      await Promise.all(copies.map((copy) => measureLeft(copy, left)));
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
