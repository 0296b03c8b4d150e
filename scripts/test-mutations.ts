import { type Equivalent, EQUIVALENT } from './mutations/equivalent.ts';
import { type Mutant, mutantsOf } from './mutations/mutants.ts';
import { apiTests, relatedTests } from './mutations/related-tests.ts';
import { copyTree, filesOfTree, readFile, type TreeCopy, type Verdict } from './mutations/tree-copy.ts';

/**
 * Takes each guard and each condition of visibility out in turn, in copies of the tree, and runs the tests on SQLite:
 * one of them has to turn red. Ends with the list of survivors, and with 1 when there are any. Words after the command
 * choose files by a part of their path.
 */
const COPIES = 2;
const TARGET = /^server\/src\/(?!testing\/|admin\/|i18n\/|database\/migrations\/).*(?<!\.test)\.ts$/;

const chosen = process.argv.slice(2);
const files = filesOfTree();
const targets = files.filter((file) => TARGET.test(file));
const texts = new Map(targets.map((file) => [file, readFile(file)]));
const weaker = new Set(
  Array.from(texts.values()).flatMap((text) =>
    Array.from(text.matchAll(/function (requireVisible\w+)/g), ([, name = '']) => name),
  ),
);
const all = Array.from(texts).flatMap(([file, text]) => mutantsOf(file, text, weaker));
const isSame = (known: Equivalent, { file, within, what }: Mutant) =>
  known.file === file && known.within === within && known.what === what;
const isEquivalent = (mutant: Mutant) => EQUIVALENT.some((known) => isSame(known, mutant));
const mutants = all.filter(
  (mutant) =>
    !isEquivalent(mutant) && (chosen.length === 0 || chosen.some((part) => mutant.file.includes(part))),
);
const outdated = EQUIVALENT.filter((known) => !all.some((mutant) => isSame(known, mutant)));

const startedAt = Date.now();
const left = mutants.values();
const unkilled: string[] = [];
let killed = 0;
const copies = Array.from({ length: COPIES }, copyTree);
process.on('exit', () => copies.forEach((copy) => copy.remove()));
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1));
await requireGreen(copies[0]);
await Promise.all(copies.map(work));

const minutes = ((Date.now() - startedAt) / 60_000).toFixed(1);
for (const line of unkilled) console.log(line);
for (const { file, within, what } of outdated)
  console.log(`listed as equivalent, but there is no such mutant: ${file} ${within}: ${what}`);
console.log(
  `${mutants.length} mutants, ${killed} killed, ${unkilled.length} not, ${all.filter(isEquivalent).length} known to be equivalent; ${minutes} minutes`,
);
process.exitCode = unkilled.length + outdated.length > 0 || killed === 0 ? 1 : 0;

/** A test that is red anyway would seem to notice everything. */
async function requireGreen(copy: TreeCopy | undefined): Promise<void> {
  const verdict = await copy?.run(undefined, apiTests(files));
  if (verdict?.outcome !== 'survived') throw new Error(`The tests fail without any mutant: ${verdict?.by}`);
}

async function work(copy: TreeCopy): Promise<void> {
  for (const mutant of left) {
    const { outcome, by } = await verdictOf(copy, mutant);
    const line = `${outcome}: ${mutant.file}:${mutant.line} ${mutant.within}: ${mutant.what}${by && ` (${by})`}`;
    console.log(line);
    if (outcome === 'killed') killed += 1;
    else unkilled.push(line);
  }
}

/** What the near tests let live is shown to all others. */
async function verdictOf(copy: TreeCopy, mutant: Mutant): Promise<Verdict> {
  const { near, others } = relatedTests(mutant.file, files);
  const first = await copy.run(mutant, near);
  return first.outcome === 'survived' ? copy.run(mutant, others) : first;
}
