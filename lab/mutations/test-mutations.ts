import { parseArgs } from 'node:util';
import { EQUIVALENT, isAbout } from './equivalent.ts';
import { killedBefore } from './killed-before.ts';
import type { Mutant } from './mutants.ts';
import { mutantsOfServer } from './mutants-of-server.ts';
import { withProbes } from './probes.ts';
import { createReach } from './reach.ts';
import { ACCESS_MATRIX, apiTests, relatedTests } from './related-tests.ts';
import { copyTree, filesOfTree, readFile, type TreeCopy, type Verdict } from './tree-copy.ts';

/**
 * Removes each guard and each visibility condition in turn, in copies of the tree, and runs the tests on
 * SQLite that reach it: one of them must fail. Prints the survivors, and exits with 1 if there are any.
 * `--only PART` selects files by a part of their path, and may be repeated. Mutants killed in an earlier run
 * of the same tree are skipped, unless `--again` is given.
 */
const COPIES = 2;
/** A guard in front of a route: the access matrix, which calls each route as every kind of user, notices it best. */
const HOOK_GONE = /^(?:without|anybody for) \w+ in /;

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

const startedAt = Date.now();
const before = killedBefore(files);
const left = mutants.filter((mutant) => values.again || !before.has(mutant));
let killed = mutants.length - left.length;
let tried = killed;
const unkilled: string[] = [];
/** The test that notices one mutant of a file often notices the next. */
const lastKillers = new Map<string, string>();
const idOf = (mutant: Mutant) => all.indexOf(mutant);
const touched = new Set(left.map(({ file }) => file));
const probed = Array.from(touched, (file) => {
  const here = left.filter((mutant) => mutant.file === file);
  return { file, text: withProbes(readFile(file), here, idOf) };
});
const reach = createReach(probed);
const near = new Set(Array.from(touched).flatMap((file) => relatedTests(file, files).near));

const copies = Array.from({ length: COPIES }, copyTree);
process.on('exit', () => copies.forEach((copy) => copy.remove()));
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1));
console.log(
  `${mutants.length} mutants, ${killed} of them killed before; learning what ${near.size} tests reach`,
);
await learn(Array.from(near));
const unnoticed: Mutant[] = [];
await work(left, tryNear);
if (unnoticed.length > 0) {
  console.log(`${unnoticed.length} left by the tests nearby; learning what the others reach`);
  await learn(apiTests(files));
  await work(unnoticed, tryOthers);
}

for (const line of unkilled) console.log(line);
for (const { file, within, what } of outdated)
  console.log(`listed as equivalent, but there is no such mutant: ${file} ${within}: ${what}`);
console.log(
  `${mutants.length} mutants, ${killed} killed, ${unkilled.length} not, ${all.filter(isEquivalent).length} known to be equivalent; ${minutes()} minutes`,
);
process.exitCode = unkilled.length + outdated.length > 0 || killed === 0 ? 1 : 0;

async function learn(tests: readonly string[]): Promise<void> {
  for (const line of await reach.measure(copies, tests)) console.log(line);
}

async function work(
  these: readonly Mutant[],
  attempt: (copy: TreeCopy, mutant: Mutant) => Promise<Verdict | undefined>,
): Promise<void> {
  const queue = these.values();
  const workIn = async (copy: TreeCopy) => {
    for (const mutant of queue) {
      const verdict = await attempt(copy, mutant);
      if (verdict) report(mutant, verdict);
      else {
        unnoticed.push(mutant);
        console.log(`[${minutes()} min] left by the tests nearby: ${textOf(mutant)}`);
      }
    }
  };
  await Promise.all(copies.map(workIn));
}

function report(mutant: Mutant, { outcome, by }: Verdict): void {
  tried += 1;
  const line = `${outcome}: ${textOf(mutant)}${by && ` (${by})`}`;
  console.log(`[${tried}/${mutants.length}, ${minutes()} min] ${line}`);
  if (outcome === 'killed') {
    killed += 1;
    before.add(mutant);
  } else unkilled.push(line);
}

function textOf({ file, line, within, what }: Mutant): string {
  return `${file}:${line} ${within}: ${what}`;
}

/** Runs the tests of its folder and those of all routes one by one, since the first is mostly enough. */
async function tryNear(copy: TreeCopy, mutant: Mutant): Promise<Verdict | undefined> {
  const first = HOOK_GONE.test(mutant.what) ? ACCESS_MATRIX : lastKillers.get(mutant.file);
  const tests = testsReaching(mutant, relatedTests(mutant.file, files).near);
  for (const test of tests.toSorted((a, b) => Number(b === first) - Number(a === first))) {
    const verdict = await copy.run([mutant], [test]);
    // A test that cannot start proves nothing; the next one may.
    if (verdict.outcome !== 'killed') continue;
    lastKillers.set(mutant.file, test);
    return verdict;
  }
  return undefined;
}

/** Runs all other tests at once. */
async function tryOthers(copy: TreeCopy, mutant: Mutant): Promise<Verdict> {
  const others = testsReaching(mutant, relatedTests(mutant.file, files).others);
  return others.length > 0 ? copy.run([mutant], others) : { outcome: 'survived', by: '' };
}

function testsReaching(mutant: Mutant, tests: readonly string[]): string[] {
  const idsOfFile = left.filter(({ file }) => file === mutant.file).map(idOf);
  return reach.testsReaching(idOf(mutant), tests, idsOfFile);
}

function minutes(): string {
  return ((Date.now() - startedAt) / 60_000).toFixed(1);
}
