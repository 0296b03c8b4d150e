import { parseArgs } from 'node:util';
import { apiTests, slowTestsNear } from './api-tests.ts';
import { isAbout } from './equivalent-mutant.ts';
import { EQUIVALENT } from './equivalent.ts';
import { killedBefore } from './killed-before.ts';
import type { Mutant } from './mutants.ts';
import { mutantsOfServer } from './mutants-of-server.ts';
import { learnReach } from './reach.ts';
import { withSwitches } from './switches.ts';
import { copyTree, filesOfTree, readFile, type TestDatabase, type Verdict } from './tree-copy.ts';
import type { Trial } from './trial.ts';

/**
 * Removes each guard and each visibility condition in turn, in a copy of the tree, and runs the tests on SQLite that
 * reach it, then slow ones near it on both databases: one of them must fail. Prints the survivors, and exits with 1 if
 * there are any. `--only PART` selects files by a part of their path, and may be repeated. Mutants killed in an earlier
 * run of the same tree are skipped, unless `--again` is given.
 */
const LANES = 2;
/** Trials in one process. After the last one its test runs without a mutant, which shows that none left a trace. */
const TRIALS_PER_PROCESS = 25;
/** Tests that run before it is decided which come next. */
const TESTS_AT_ONCE = 20;
/** Mutants tried together at first. If the test fails, each half is tried, down to single ones. */
const MUTANTS_TOGETHER = 6;

const { values, positionals } = parseArgs({
  options: {
    only: { type: 'string', multiple: true, default: [] },
    again: { type: 'boolean', default: false },
  },
  allowPositionals: true,
});
const chosen = [...values.only, ...positionals];
const files = filesOfTree();
const all = mutantsOfServer(files);
const isEquivalent = (mutant: Mutant) => EQUIVALENT.some((listed) => isAbout(listed, mutant));
const isChosen = ({ file }: Mutant) => chosen.length === 0 || chosen.some((part) => file.includes(part));
const mutants = all.filter((mutant) => isChosen(mutant) && !isEquivalent(mutant));
const outdated = EQUIVALENT.filter((listed) => !all.some((mutant) => isAbout(listed, mutant)));
const idOf = (mutant: Mutant) => all.indexOf(mutant);

const startedAt = performance.now();
const before = killedBefore(files);
/** The mutants still alive, by number. */
const left = new Map(
  mutants.filter((mutant) => values.again || !before.has(mutant)).map((mutant) => [idOf(mutant), mutant]),
);

const switched = Map.groupBy(left.values(), ({ file }) => file);
const texts = Array.from(switched, ([file, here]) => {
  return [file, withSwitches(file, readFile(file), here, idOf)] as const;
});
const copy = copyTree(new Map(texts));
process.on('exit', copy.remove);
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1));

const tests = apiTests(files);
say(`${mutants.length} mutants, ${mutants.length - left.size} of them killed before; ${tests.length} tests`);
const reach = await learnReach(copy, LANES, tests);
for (const line of reach.red) say(line);
say(`learned what they reach; ${reach.alone.length} need a process of their own: ${reach.alone.join(', ')}`);

/** Tests that have to start with a mutant. */
const fromStart = new Map(
  Array.from(left.keys(), (id) => [id, new Set(reach.isLoadedOnce(id) ? tests : reach.alone)]),
);
await tryAll(MUTANTS_TOGETHER);
// One mutant may have hidden what another one does.
await tryAll(1);
say(`${left.size} left by tests that follow each other`);
// A statement is built once in a process, so that trials after the first would never see its mutant.
await inLanes(Array.from(left), async ([id, { file }]) =>
  tryFromStart(id, new Set([...(fromStart.get(id) ?? []), ...testsAround(file)])),
);
say(`${left.size} left by quick tests`);
await inLanes(Array.from(left), async ([id, { file }]) => {
  for (const database of ['sqlite', 'postgres'] as const)
    await tryFromStart(id, new Set(slowTestsNear(file, database, files)), database);
});

for (const mutant of left.values()) console.log(`survived: ${textOf(mutant)}`);
for (const { file, within, what } of outdated)
  console.log(`listed as equivalent, but there is no such mutant: ${file} ${within}: ${what}`);
const counts = [mutants.length, mutants.length - left.size, left.size, all.filter(isEquivalent).length];
say(`${counts[0]} mutants, ${counts[1]} killed, ${counts[2]} not, ${counts[3]} known to be equivalent`);
const isRed = left.size + outdated.length + reach.red.length > 0 || mutants.length === 0;
process.exitCode = isRed ? 1 : 0;

/** Runs every test with the mutants that it reaches, some of them at a time. */
async function tryAll(together: number): Promise<void> {
  const untried = new Set(reach.milliseconds.keys());
  while (untried.size > 0 && left.size > 0) {
    const next = cheapest(untried, together);
    for (const test of next) untried.delete(test);
    let groups = next.flatMap((test) => groupsOf(test, together));
    say(`${left.size} left, ${untried.size} tests to come; ${groups.length} trials`);
    while (groups.length > 0) {
      const failed: Trial[] = [];
      await inLanes(inProcesses(groups), async (these) => {
        failed.push(...(await tryOut(these)));
      });
      groups = failed.flatMap(({ test, ids }) => {
        const half = Math.ceil(ids.length / 2);
        const halves = [ids.slice(0, half), ids.slice(half)];
        return halves.map(stillLeft).flatMap((some) => (some.length > 0 ? [reach.trialOf(test, some)] : []));
      });
    }
  }
}

/** The tests that take the least time for each mutant still alive. */
function cheapest(these: ReadonlySet<string>, together: number): string[] {
  const costOf = (test: string) =>
    (reach.milliseconds.get(test) ?? 0) / Math.min(together, stillLeft(reach.idsOf(test)).length);
  const costs = Array.from(these, (test) => ({ test, cost: costOf(test) }));
  return costs
    .toSorted((a, b) => a.cost - b.cost)
    .slice(0, TESTS_AT_ONCE)
    .map(({ test }) => test);
}

function stillLeft(ids: readonly number[]): number[] {
  return ids.filter((id) => left.has(id)).toSorted((a, b) => a - b);
}

/** Trials of a test with groups of mutants, no two of the same file, since one often hides the other. */
function groupsOf(test: string, together: number): Trial[] {
  const ids = stillLeft(reach.idsOf(test));
  const ofFiles = Map.groupBy(ids, (id) => left.get(id)?.file).values();
  // Numbers follow the order of files, so that steps of at least the longest file leave each file out of the same group.
  const step = Math.max(Math.ceil(ids.length / together), ...ofFiles.map(({ length }) => length));
  return ids.slice(0, step).map((_, first) =>
    reach.trialOf(
      test,
      ids.filter((_id, index) => index % step === first),
    ),
  );
}

function inProcesses(trials: readonly Trial[]): Trial[][] {
  const size = Math.min(TRIALS_PER_PROCESS, Math.ceil(trials.length / LANES));
  return Array.from({ length: Math.ceil(trials.length / size) }, (_, index) =>
    trials.slice(index * size, (index + 1) * size),
  );
}

/** Runs trials in one process, notes which single mutants they kill, and returns groups of which some may be killed. */
async function tryOut(these: readonly Trial[]): Promise<Trial[]> {
  const control = these.slice(-1).map(({ test }) => ({ test, ids: [] }));
  const verdicts = await copy.runTrials([...these, ...control]);
  const isClean = verdicts.at(-1)?.outcome === 'survived';
  if (!isClean) say(`what ran before ${control[0]?.test} left a trace: it is tried from the start`);
  return these.filter(({ test, ids }, index) => {
    const verdict = verdicts[index];
    const isSurvivor = isClean && verdict?.outcome === 'survived';
    if (isSurvivor) return false;
    if (ids.length > 1) return true;
    for (const id of ids) {
      if (!isClean || verdict?.outcome === 'broken') fromStart.get(id)?.add(test);
      else if (verdict) note(id, verdict);
    }
    return false;
  });
}

/** Starts tests with a mutant, those of its folder first, until one kills it. */
async function tryFromStart(id: number, these: ReadonlySet<string>, database?: TestDatabase): Promise<void> {
  const folder = folderOf(left.get(id)?.file ?? '');
  for (const some of partition(these, (test) => test.startsWith(folder)))
    if (some.length > 0 && left.has(id)) note(id, await copy.runFromStart(id, some, database));
}

async function inLanes<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const queue = items.values();
  const lane = async () => {
    for (const item of queue) await work(item);
  };
  await Promise.all(Array.from({ length: LANES }, lane));
}

function note(id: number, { outcome, by }: Verdict): void {
  const mutant = left.get(id);
  if (!mutant) return;
  console.log(`${outcome}: ${textOf(mutant)} (${by})`);
  if (outcome !== 'killed') return;
  left.delete(id);
  before.add(mutant);
}

/** Folder of the feature that a file belongs to; elsewhere its own. */
function folderOf(file: string): string {
  return /^server\/src\/features\/[^/]+\//.exec(file)?.[0] ?? file.replace(/[^/]+$/, '');
}

/** The tests of the folder of a file, and all others that reach a mutant in it. */
function testsAround(file: string): string[] {
  const folder = folderOf(file);
  const isReached = (test: string) => reach.idsOf(test).some((id) => all[id]?.file === file);
  return tests.filter((test) => test.startsWith(folder) || isReached(test));
}

function partition(tests: ReadonlySet<string>, isFirst: (test: string) => boolean): [string[], string[]] {
  const all = Array.from(tests);
  return [all.filter(isFirst), all.filter((test) => !isFirst(test))];
}

function textOf({ file, line, within, what }: Mutant): string {
  return `${file}:${line} ${within}: ${what}`;
}

function say(text: string): void {
  console.log(`[${((performance.now() - startedAt) / 60_000).toFixed(1)} min] ${text}`);
}
