import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as trialModule from './trial.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const HERE = path.relative(ROOT, import.meta.dirname);
/** Longest trial: a mutant that takes longer loops for ever. */
const TRIAL_MILLISECONDS = 3 * 60_000;
const ENDLESS = { outcome: 'killed', by: 'it never ended', milliseconds: TRIAL_MILLISECONDS } as const;
/** Longest run from the start, which a busy machine may exceed as well as an endless loop. */
const RUN_MILLISECONDS = 30 * 60_000;

/** `survived`: every test is green; `broken`: no test could run, which says nothing about the tests. */
export type Verdict = { outcome: 'killed' | 'survived' | 'broken'; by: string; milliseconds: number };

/** Databases on which vitest.config.ts runs the tests of the server, each in a project of its own. */
export type TestDatabase = 'sqlite' | 'postgres';

export type TreeCopy = {
  /** Runs the trials one after another in one process, which loads the server once. */
  runTrials: (trials: readonly trialModule.Trial[]) => Promise<Verdict[]>;
  /** Runs tests with a mutant from the start of the process on, which ends with the first that fails. */
  runFromStart: (id: number, tests: readonly string[], database?: TestDatabase) => Promise<Verdict>;
  /** Numbers of mutants reached in trials that record, each with the test file and the name of the test. */
  reached: () => { id: number; test: string; name: string }[];
  /** Stops the running tests and deletes the folder. */
  remove: () => void;
};

/** The files of the working tree that are not ignored. */
export function filesOfTree(): string[] {
  const args = ['ls-files', '--cached', '--others', '--exclude-standard'];
  const files = execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).split('\n').filter(Boolean);
  return files.filter((file) => existsSync(path.join(ROOT, file)));
}

export function readFile(file: string): string {
  return readFileSync(path.join(ROOT, file), 'utf8');
}

/**
 * Copies the working tree, with some files replaced, into a temporary folder beside it, so that the tree itself is
 * never changed. The packages are hard links: the sandbox of the decoders follows no link out of its own tree.
 */
export function copyTree(replaced: ReadonlyMap<string, string>): TreeCopy {
  const folder = mkdtempSync(path.join(path.dirname(ROOT), 'vitrin-mutations-'));
  for (const file of filesOfTree()) {
    mkdirSync(path.join(folder, path.dirname(file)), { recursive: true });
    cpSync(path.join(ROOT, file), path.join(folder, file));
  }
  for (const [file, text] of replaced) writeFileSync(path.join(folder, file), text);
  for (const packages of globSync('{node_modules,*/node_modules}', { cwd: ROOT }))
    execFileSync('cp', ['--archive', '--link', path.join(ROOT, packages), path.join(folder, packages)]);

  const record = path.join(folder, 'reached.txt');
  writeFileSync(record, '');
  const children = new Set<ChildProcess>();
  let runs = 0;

  /** Runs test files, and stops them once `isTooLate`, which returns `late`. */
  async function runTests(
    tests: readonly string[],
    env: Record<string, string>,
    isTooLate: () => boolean,
    database: TestDatabase = 'sqlite',
  ): Promise<Report | 'late'> {
    const report = path.join(folder, `report-${runs}.json`);
    const vitest = path.join(folder, 'node_modules/vitest/vitest.mjs');
    // A second try might pass on what the first has left, and hide that it failed.
    const options = [
      `--project=server-${database}`,
      '--maxWorkers=1',
      '--retry=0',
      '--update=none',
      '--reporter=json',
    ];
    const bail = env['VITRIN_MUTANTS'] === undefined ? [] : ['--bail=1'];
    const child = spawn(
      process.execPath,
      [vitest, 'run', ...options, ...bail, `--outputFile=${report}`, ...tests],
      {
        cwd: folder,
        env: {
          ...process.env,
          VITRIN_TEST_DATABASES: database,
          NODE_OPTIONS: `--import=${pathToFileURL(path.join(folder, HERE, 'mutation-switch.ts')).href}`,
          CI: '1',
          ...env,
        },
        stdio: 'ignore',
        // A group of its own, so that a worker in an endless loop ends with it.
        detached: true,
      },
    );
    const { promise, resolve } = Promise.withResolvers<void>();
    children.add(child);
    child.once('exit', () => resolve());
    let isLate = false;
    const timer = setInterval(() => {
      if (!isTooLate()) return;
      isLate = true;
      killGroup(child);
    }, 5000);
    await promise;
    clearInterval(timer);
    children.delete(child);
    if (existsSync(report)) return JSON.parse(readFileSync(report, 'utf8')) as Report;
    return isLate ? 'late' : { testResults: [] };
  }

  async function runTrials(trials: readonly trialModule.Trial[]): Promise<Verdict[]> {
    if (trials.length === 0) return [];
    runs += 1;
    const started = path.join(folder, `trial-${runs}.txt`);
    writeFileSync(started, '0');
    const files = trials.map((trial, number) => {
      const file = trial.test.replace(/\.test\.ts$/, `.trial-${runs}-${number}.test.ts`);
      writeFileSync(path.join(folder, file), textOfTrial(trial, number));
      return file;
    });
    const isRecorded = trials.some((trial) => trial.isRecorded);
    const last = { trial: '', since: performance.now() };
    const isTooLate = () => {
      const trial = readFileSync(started, 'utf8');
      if (trial !== last.trial) Object.assign(last, { trial, since: performance.now() });
      return performance.now() - last.since > TRIAL_MILLISECONDS;
    };
    const env = { VITRIN_TRIAL: started, ...(isRecorded && { VITRIN_REACHED: record }) };
    const report = await runTests(files, env, isTooLate);
    for (const file of files) rmSync(path.join(folder, file));
    if (report !== 'late') return files.map((file) => verdictOf(report, [path.join(folder, file)]));
    // The last one that started never ended. The others are tried again, in processes of their own.
    const endless = Number(last.trial);
    const before = await runTrials(trials.slice(0, endless));
    return [...before, ENDLESS, ...(await runTrials(trials.slice(endless + 1)))];
  }

  return {
    runTrials,
    runFromStart: async (id, tests, database) => {
      runs += 1;
      const startedAt = performance.now();
      const isTooLate = () => performance.now() - startedAt > RUN_MILLISECONDS;
      const report = await runTests(tests, { VITRIN_MUTANTS: ` ${id} ` }, isTooLate, database);
      if (report === 'late')
        return { outcome: 'broken', by: 'it took too long', milliseconds: RUN_MILLISECONDS };
      const names = report.testResults.map(({ name }) => name);
      return verdictOf(report, names);
    },
    reached: () =>
      Array.from(new Set(readFileSync(record, 'utf8').split('\n').filter(Boolean)), (line) => {
        const [id, test = '', name = ''] = line.split('\t');
        return { id: Number(id), test, name };
      }),
    remove: () => {
      children.forEach(killGroup);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function killGroup({ pid }: ChildProcess): void {
  if (pid !== undefined) process.kill(-pid, 'SIGKILL');
}

/** Name of the function that a trial imports. */
const START: keyof typeof trialModule = 'startTrial';

/** A test file that runs another one. The number makes its module a new one, while those it imports are shared. */
function textOfTrial(trial: trialModule.Trial, number: number): string {
  const { dir, base } = path.parse(trial.test);
  return [
    `import { ${START} } from '${path.relative(dir, path.join(HERE, 'trial.ts'))}';`,
    `${START}(${JSON.stringify(trial)}, ${number});`,
    `await import('./${base}?trial=${number}');`,
  ].join('\n');
}

type Report = {
  testResults: {
    name: string;
    status: string;
    message: string;
    startTime: number;
    endTime: number;
    assertionResults: { status: string; fullName: string }[];
  }[];
};

function verdictOf(report: Report, files: readonly string[]): Verdict {
  const results = report.testResults.filter(({ name }) => files.includes(name));
  if (results.length === 0) return { outcome: 'broken', by: 'no report of it', milliseconds: 0 };
  const milliseconds = results.reduce((sum, { startTime, endTime }) => sum + endTime - startTime, 0);
  const failed = results.flatMap((file) => file.assertionResults).find(({ status }) => status === 'failed');
  if (failed) return { outcome: 'killed', by: failed.fullName, milliseconds };
  const broken = results.find(({ status }) => status === 'failed');
  if (broken) return { outcome: 'broken', by: broken.message.split('\n')[0] ?? '', milliseconds };
  return { outcome: 'survived', by: '', milliseconds };
}
