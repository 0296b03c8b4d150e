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

const ROOT = path.resolve(import.meta.dirname, '../..');
/** Also ends a mutant that loops for ever; all tests together take a few minutes on a busy machine. */
const TIMEOUT_MILLISECONDS = 10 * 60_000;

/** `survived`: every test is green; `broken`: no test could run, which says nothing about the tests. */
export type Verdict = { outcome: 'killed' | 'survived' | 'broken'; by: string; isTimeout?: boolean };

/** A file of the tree with another text. */
export type Replaced = { file: string; text: string };

export type TreeCopy = {
  /** Runs the tests with some files replaced. */
  run: (replaced: readonly Replaced[], tests: readonly string[]) => Promise<Verdict>;
  /** Runs a test with files that contain probes; resolves to the numbers of the probes reached. */
  runProbed: (probed: readonly Replaced[], test: string) => Promise<Verdict & { reached: Set<number> }>;
  /** Stops the running tests and deletes the folder. */
  remove: () => void;
};

/** The files of the working tree that are not ignored. */
export function filesOfTree(): string[] {
  const args = ['ls-files', '--cached', '--others', '--exclude-standard'];
  return execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).split('\n').filter(Boolean);
}

export function readFile(file: string): string {
  return readFileSync(path.join(ROOT, file), 'utf8');
}

/**
 * Copies the working tree into a temporary folder beside it, so that the tree itself is never changed. The packages are
 * hard links: the sandbox of the decoders follows no link out of its own tree.
 */
export function copyTree(): TreeCopy {
  const folder = mkdtempSync(path.join(path.dirname(ROOT), 'vitrin-mutations-'));
  for (const file of filesOfTree()) {
    mkdirSync(path.join(folder, path.dirname(file)), { recursive: true });
    cpSync(path.join(ROOT, file), path.join(folder, file));
  }
  const children = new Set<ChildProcess>();
  linkPackages(folder);
  const run = async (replaced: readonly Replaced[], tests: readonly string[], env = {}) => {
    const originals = replaced.map(({ file }) => ({
      file,
      text: readFileSync(path.join(folder, file), 'utf8'),
    }));
    write(folder, replaced);
    try {
      const verdict = await runTests(folder, tests, children, env);
      // A busy machine also causes timeouts; a mutant that hangs will do so again.
      return verdict.isTimeout ? await runTests(folder, tests, children, env) : verdict;
    } finally {
      write(folder, originals);
    }
  };
  const runProbed: TreeCopy['runProbed'] = async (probed, test) => {
    const record = path.join(folder, 'reached.txt');
    writeFileSync(record, '');
    const recorder = pathToFileURL(path.join(ROOT, 'lab/mutations/record-reached.ts')).href;
    const verdict = await run(probed, [test], {
      VITRIN_REACHED: record,
      NODE_OPTIONS: `--import=${recorder}`,
    });
    const lines = readFileSync(record, 'utf8').split('\n').filter(Boolean);
    return { ...verdict, reached: new Set(lines.map(Number)) };
  };
  const remove = () => {
    for (const child of children) child.kill();
    rmSync(folder, { recursive: true, force: true });
  };
  return { run: (replaced, tests) => run(replaced, tests), runProbed, remove };
}

function linkPackages(folder: string): void {
  for (const packages of globSync('{node_modules,*/node_modules}', { cwd: ROOT }))
    execFileSync('cp', ['--archive', '--link', path.join(ROOT, packages), path.join(folder, packages)]);
}

function write(folder: string, files: readonly Replaced[]): void {
  for (const { file, text } of files) writeFileSync(path.join(folder, file), text);
}

type Report = {
  testResults: {
    status: string;
    message: string;
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
  }[];
};

async function runTests(
  folder: string,
  tests: readonly string[],
  children: Set<ChildProcess>,
  env: Record<string, string>,
): Promise<Verdict> {
  const report = path.join(folder, 'report.json');
  rmSync(report, { force: true });
  const vitest = path.join(ROOT, 'node_modules/vitest/vitest.mjs');
  const options = ['--project=server-sqlite', '--bail=1', '--maxWorkers=1', '--update=none'];
  const args = [vitest, 'run', ...options, '--reporter=json', `--outputFile=${report}`, ...tests];
  const child = spawn(process.execPath, args, {
    cwd: folder,
    env: { ...process.env, VITRIN_TEST_DATABASES: 'sqlite', CI: '1', ...env },
    stdio: 'ignore',
  });
  const { promise, resolve } = Promise.withResolvers<number | null>();
  children.add(child);
  child.once('exit', resolve);
  const timer = setTimeout(() => child.kill('SIGKILL'), TIMEOUT_MILLISECONDS);
  const status = await promise;
  clearTimeout(timer);
  children.delete(child);
  if (status === null) return { outcome: 'killed', by: 'it never ended' };
  if (status === 0) return { outcome: 'survived', by: '' };
  if (!existsSync(report)) return { outcome: 'broken', by: `vitest ended with ${status} and no report` };
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as Report;
  const failed = testResults
    .flatMap((file) => file.assertionResults)
    .find((test) => test.status === 'failed');
  if (failed) {
    const isTimeout = failed.failureMessages.some((text) => text.includes('timed out'));
    return { outcome: 'killed', by: failed.fullName, isTimeout };
  }
  const message = testResults.find((file) => file.status === 'failed')?.message ?? 'no test ran';
  return { outcome: 'broken', by: message.split('\n')[0] ?? '' };
}
