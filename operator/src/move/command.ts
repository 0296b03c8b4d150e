import { parseArgs } from 'node:util';
import { BackupError } from '../backup/errors.ts';
import { inWords, writeProgress } from '../backup/progress.ts';
import { ConfigError } from '@vitrin/server/errors.ts';
import { MoveError } from './errors.ts';
import { changedBy, installationOf } from './installation.ts';
import { move, type MoveReport, type OnStep } from './move.ts';

/** Exit codes, which docs/operations.md lists. */
const EXIT = { done: 0, failed: 1, wrongUse: 2, notWhole: 3 } as const;

const USAGE = `npm run move -- NEW.env [--check] [--json]
  Moves the installation that DATA_DIR, DATABASE_URL and S3_* name to where it is with the lines of NEW.env, such as
    DATABASE_URL=postgres://vitrin@db.example.com/vitrin
    SECRET_KEY=what is in secret.key
    S3_BUCKET=portal
  A line without a value (DATABASE_URL=) takes a variable away. The database or the files move, or both; the new places
  are empty. The server may run: it is read only meanwhile. Run again, it goes on where it was stopped.
  --check: says whether all is ready, and moves nothing.
  Exit codes: 0 done, 1 not done, 2 wrong use, 3 done, but the old store lacked objects that rows name.`;

type Output = { out: (text: string) => void; err: (text: string) => void };

/** Runs `npm run move` and returns the exit code of the process. */
export async function runMoveCommand(
  words: string[],
  environment: Record<string, string | undefined>,
  output: Output,
): Promise<number> {
  const parsed = parseWords(words);
  if (parsed?.values.help) {
    output.out(`${USAGE}\n`);
    return EXIT.done;
  }
  const [file, ...more] = parsed?.positionals ?? [];
  if (!parsed || file === undefined || more.length > 0) {
    output.err(`${USAGE}\n`);
    return EXIT.wrongUse;
  }
  try {
    const from = installationOf(environment, 'The environment of this installation');
    const to = installationOf(changedBy(file, environment), file);
    const isCheck = parsed.values.check ?? false;
    const onStep = stepsTo(output.err);
    const report = await move(from, to, { isCheck, onStep, onProgress: writeProgress(output.err) });
    output.out(
      parsed.values.json ? `${JSON.stringify(report)}\n` : `${linesOf(report, isCheck).join('\n')}\n`,
    );
    return report.problems.length === 0 ? EXIT.done : EXIT.notWhole;
  } catch (error) {
    if (!(error instanceof MoveError || error instanceof BackupError || error instanceof ConfigError))
      throw error;
    output.err(`${error.message}\n`);
    return EXIT.failed;
  }
}

function parseWords(args: string[]) {
  try {
    const flag = { type: 'boolean' } as const;
    return parseArgs({ args, options: { help: flag, json: flag, check: flag }, allowPositionals: true });
  } catch {
    return undefined;
  }
}

const INTERVAL_MILLISECONDS = 1000;

/** Writes at most one line a second for steps that count, and always the last line of each kind. */
function stepsTo(write: (text: string) => void): OnStep {
  let last = performance.now();
  return (sentence, isCounting = false) => {
    const now = performance.now();
    if (isCounting && now - last < INTERVAL_MILLISECONDS) return;
    last = now;
    write(`${sentence}\n`);
  };
}

const PROBLEMS: Record<MoveReport['problems'][number]['problem'], string> = {
  missing: 'is named by a row and was not in the old store',
  size: 'has another size than its row says',
  checksum: 'has another checksum than its row says',
};

function linesOf(report: MoveReport, isCheck: boolean): string[] {
  const { moved_to, tables, rows, objects, bytes, problems } = report;
  const what = [
    ...(tables > 0 ? [`${rows} rows of ${tables} tables`] : []),
    ...(objects > 0 ? [`${objects} objects of ${inWords(bytes)}`] : []),
  ].join(' and ');
  if (isCheck) return [`All is ready to move to ${moved_to}. There are ${what}.`];
  return [
    `The installation has moved to ${moved_to}${what === '' ? '' : `: ${what} are there and compared`}.`,
    ...problems.map(({ key, problem }) => `The object ${key} ${PROBLEMS[problem]}.`),
    'Start the server with the new environment. With the old one it does not start any more.',
  ];
}
