import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createStorage } from '@vitrin/server/adapters/storage/create-storage.ts';
import { inheritedEnvironment, readLocations } from '@vitrin/server/config/config.ts';
import { backUp, type BackupReport } from './back-up.ts';
import { type CopyAccess, readCopyAccess } from './copies/access.ts';
import { copyBackups } from './copies/copy-backups.ts';
import { openLiveDatabase } from './database-copy.ts';
import { BackupError, sentenceOf } from './errors.ts';
import { inWords, writeProgress } from './progress.ts';
import { restoreFiles } from './restore-files.ts';
import { restoreInto } from './restore.ts';
import { inWords as unfinishedInWords, markOf } from './unfinished-restore.ts';
import { verifyBackups } from './verify.ts';

/** Exit codes of the commands, which docs/operations.md lists. */
const EXIT = { done: 0, failed: 1, wrongUse: 2, notWhole: 3, leftOut: 4 } as const;

type Outcome = { code: number; report: object; lines: string[] };
type Command = {
  usage: string;
  takesTime?: boolean;
  takesCompare?: boolean;
  /** True when the command takes a second folder or bucket after the first. */
  takesTwo?: boolean;
  run: (folder: string, options: Options) => Promise<Outcome>;
};
type Options = {
  at: Date | undefined;
  erased: string | undefined;
  leaveOutDamaged: boolean;
  compares: boolean;
  to: string;
  onProgress: ReturnType<typeof writeProgress>;
};

/** Outputs of a command: its answer, and everything else. */
export type Output = { out: (text: string) => void; err: (text: string) => void };

const COMMANDS: Record<string, Command> = {
  backup: {
    usage: `npm run backup -- TO [--json]
  Adds a snapshot of the installation that DATA_DIR, DATABASE_URL and S3_* name to TO, a folder or s3://BUCKET/PREFIX,
  while the server runs. In a bucket, which is reached as by copy-backup, a new TO is encrypted with BACKUP_KEY.
  Exit codes: 0 done, 1 not done, 2 wrong use, 3 done, but the file store lacks objects that rows name.`,
    run: backup,
  },
  restore: {
    usage: `npm run restore -- FROM [--at TIME] [--erased FILE] [--leave-out-damaged] [--json]
  Restores the newest backup in FROM, a folder or s3://BUCKET/PREFIX, or the newest that is not later than TIME (UTC,
  such as 2026-11-23T16:40),
  into the empty installation that DATA_DIR, DATABASE_URL and S3_* name. Run again, it goes on where it was stopped.
  Accounts deleted since are deleted again when the server starts: those that FROM knows of, and those in FILE, the
  erased-accounts of the DATA_DIR that is being replaced. An encrypted copy in FROM is opened with BACKUP_KEY, and a bucket is
  reached as by copy-backup.
  Where files of the backup are damaged nothing is restored; with --leave-out-damaged everything else is.
  Exit codes: 0 done, 1 not done, 2 wrong use, 3 done, but objects were missing already when the backup was taken,
  4 done without what is damaged in the backup, which is named.`,
    takesTime: true,
    run: restoreCommand,
  },
  'restore-files': {
    usage: `npm run restore-files -- FROM [--compare] [--json]
  Puts back the files that the file store has lost, under a database that is whole, from any backup in FROM, a folder
  or s3://BUCKET/PREFIX. What is missing or has another size is found; with --compare also what has another checksum,
  for which every stored byte is read. Nothing else is changed, and the server may run.
  An encrypted copy in FROM is opened with BACKUP_KEY, and a bucket is reached as by copy-backup.
  Exit codes: 0 all files are there, 1 not done, 2 wrong use, 4 done, but no backup holds those that are named.`,
    takesCompare: true,
    run: restoreFilesCommand,
  },
  'verify-backup': {
    usage: `npm run verify-backup -- FROM [--json]
  Reads every byte of all backups in FROM, a folder or s3://BUCKET/PREFIX, and names each damaged or missing file.
  Changes nothing. An encrypted copy is read with BACKUP_KEY, and a bucket is reached as by copy-backup.
  Exit codes: 0 all is whole, 1 not, or nothing could be read, 2 wrong use.`,
    run: verify,
  },
  'copy-backup': {
    usage: `npm run copy-backup -- FROM TO [--json]
  Copies what TO lacks of the backups in FROM; each is a folder or s3://BUCKET/PREFIX. With BACKUP_KEY a new TO is
  encrypted, and an encrypted FROM is opened, into a folder. Buckets are reached with BACKUP_ACCESS_KEY_ID,
  BACKUP_SECRET_ACCESS_KEY and BACKUP_S3_ENDPOINT, or the variables of S3_BUCKET. Run again, it goes on.
  Exit codes: 0 done, 1 not done, or some files are damaged, which are named and left out, 2 wrong use.`,
    takesTwo: true,
    run: copy,
  },
};

/** Runs the command that the first word names and returns the exit code of the process. */
export async function runBackupCommand([name = '', ...words]: string[], output: Output): Promise<number> {
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command)
    return wrongUse(
      output,
      Object.values(COMMANDS)
        .map(({ usage }) => usage)
        .join('\n\n'),
    );
  const parsed = parseWords(words);
  if (parsed?.values.help) {
    output.out(`${command.usage}\n`);
    return EXIT.done;
  }
  const [folder, ...others] = parsed?.positionals ?? [];
  const [to = '', ...more] = command.takesTwo ? others : ['', ...others];
  const at = timeOf(parsed?.values.at);
  if (at === null)
    return wrongUse(
      output,
      `--at ${parsed?.values.at} is no time in UTC, such as 2026-11-23T16:40.\n${command.usage}`,
    );
  const erased = parsed?.values.erased;
  const leaveOutDamaged = parsed?.values['leave-out-damaged'] === true;
  const isForRestore = (at ?? erased) !== undefined || leaveOutDamaged;
  const compares = parsed?.values.compare === true;
  const hasWrongOption = (isForRestore && !command.takesTime) || (compares && !command.takesCompare);
  if (!parsed || folder === undefined || more.length > 0 || (command.takesTwo && to === '') || hasWrongOption)
    return wrongUse(output, command.usage);
  try {
    const options = { at, erased, leaveOutDamaged, compares, to, onProgress: writeProgress(output.err) };
    const { code, report, lines } = await command.run(folder, options);
    output.out(parsed.values.json ? `${JSON.stringify(report)}\n` : `${lines.join('\n')}\n`);
    return code;
  } catch (error) {
    const sentence = sentenceOf(error);
    if (sentence === undefined) throw error;
    output.err(`${sentence}\n`);
    return EXIT.failed;
  }
}

function parseWords(args: string[]) {
  try {
    const options = {
      help: { type: 'boolean' },
      json: { type: 'boolean' },
      at: { type: 'string' },
      erased: { type: 'string' },
      'leave-out-damaged': { type: 'boolean' },
      compare: { type: 'boolean' },
    } as const;
    return parseArgs({ args, options, allowPositionals: true });
  } catch {
    return undefined;
  }
}

/** A time as people and the names of snapshots write it, in UTC unless it says otherwise; null where it is none. */
function timeOf(text: string | undefined): Date | null | undefined {
  if (text === undefined) return undefined;
  const written = text.replace(
    /T(\d\d)-(\d\d)(?:-(\d\d))?/,
    (_, hours: string, minutes: string, seconds = '00') => `T${hours}:${minutes}:${String(seconds)}`,
  );
  const time = new Date(/T[\d:.]+$/.test(written) ? `${written}Z` : written);
  return Number.isNaN(time.getTime()) ? null : time;
}

function wrongUse(output: Output, usage: string): number {
  output.err(`${usage}\n`);
  return EXIT.wrongUse;
}

async function backup(folder: string, { onProgress }: Options): Promise<Outcome> {
  const installation = { ...(await openInstallation()), now: () => new Date() };
  const ownBucket = readLocations().s3;
  const report = await backUp(installation, folder, onProgress, { ...readAccess(), ownBucket });
  return {
    code: report.problems.length === 0 ? EXIT.done : EXIT.notWhole,
    report,
    lines: [
      `The backup ${report.snapshot} in ${report.folder}${report.isEncrypted ? ', encrypted,' : ''} is whole: ${report.objects} objects of ${inWords(report.bytes)}, of which ${report.copied} of ${inWords(report.copiedBytes)} were new.`,
      ...sayProblems(report.problems),
    ],
  };
}

/** The installation that the environment names. Throws BackupError where there is none, or a half restored one. */
async function openInstallation() {
  const locations = readLocations();
  const begun = await markOf(locations).find();
  if (begun !== undefined) {
    const { sentence, advice } = unfinishedInWords(begun);
    throw new BackupError(`${sentence}: ${advice}.`);
  }
  // Asked before the store, which would make a folder where there is no installation.
  await (await openLiveDatabase(locations)).close();
  return { ...locations, storage: await createStorage(locations) };
}

async function restoreFilesCommand(folder: string, { compares, onProgress }: Options): Promise<Outcome> {
  const options = { access: readAccess(), compares, onProgress };
  const report = await restoreFiles(await openInstallation(), folder, options);
  const { objects, restored, bytes, still } = report;
  return {
    code: still.length === 0 ? EXIT.done : EXIT.leftOut,
    report,
    lines: [
      `Of ${objects} objects that rows name ${restored} of ${inWords(bytes)} were put back.`,
      ...still.map(
        ({ key, problem, of }) => `The object ${key} is ${problem}, and whole in no backup: ${of}.`,
      ),
    ],
  };
}

async function restoreCommand(
  folder: string,
  { at, erased, leaveOutDamaged, onProgress }: Options,
): Promise<Outcome> {
  const locations = readLocations();
  if (erased !== undefined && !existsSync(erased)) throw new BackupError(`There is no file ${erased}.`);
  const report = await restoreInto({ locations, openStorage: () => createStorage(locations) }, folder, {
    at,
    erased,
    leaveOutDamaged,
    access: readAccess(),
    onProgress,
  });
  const { left_out } = report;
  return {
    code: left_out.length > 0 ? EXIT.leftOut : report.problems.length === 0 ? EXIT.done : EXIT.notWhole,
    report,
    lines: [
      `The backup ${report.snapshot} is restored and compared: ${report.objects} objects of ${inWords(report.bytes)}${left_out.length > 0 ? ' but those below' : ''}. The server may start.`,
      ...sayProblems(report.problems),
      ...left_out.map(
        ({ file, problem, of }) => `${file} is ${problem} and left out${of === null ? '' : `: ${of}`}.`,
      ),
    ],
  };
}

async function verify(folder: string, { onProgress }: Options): Promise<Outcome> {
  const report = await verifyBackups(folder, onProgress, readAccess());
  const { snapshots, objects, bytes, damage, isEncrypted } = report;
  const advice = isEncrypted
    ? 'Remove damaged objects and the folders of damaged snapshots, and run copy-backup again from where they were copied.'
    : 'Remove damaged objects: the next backup copies them again, while the file store has them.';
  // A first backup that was killed leaves copies of objects only, from which nothing can be restored.
  if (damage.length === 0 && snapshots === 0)
    throw new BackupError(`There is no whole backup in ${folder} yet: take one.`);
  return {
    code: damage.length === 0 ? EXIT.done : EXIT.failed,
    report,
    lines: [
      ...damage.map(({ file, problem }) => `${file} ${problem}`),
      damage.length === 0
        ? `All is whole: ${snapshots === 1 ? '1 backup' : `${snapshots} backups`}, ${objects} objects of ${inWords(bytes)}.`
        : `${damage.length} files are not whole. ${advice}`,
    ],
  };
}

async function copy(from: string, { to, onProgress }: Options): Promise<Outcome> {
  const report = await copyBackups(
    { from, to },
    { ...readAccess(), ownBucket: readLocations().s3 },
    onProgress,
  );
  const { snapshots, copied, bytes, kept, damage, isEncrypted } = report;
  return {
    code: damage.length === 0 ? EXIT.done : EXIT.failed,
    report,
    lines: [
      ...damage.map((file) => `${file} is damaged.`),
      `${snapshots === 1 ? '1 backup is' : `${snapshots} backups are`} in ${report.to}${isEncrypted ? ', encrypted' : ''}: ${copied} objects of ${inWords(bytes)} were new, ${kept} were there.`,
    ],
  };
}

function readAccess(): CopyAccess {
  return readCopyAccess(inheritedEnvironment(), join(readLocations().dataDir, 'parts'));
}

const PROBLEMS: Record<BackupReport['problems'][number]['problem'], string> = {
  missing: 'is named by a row and is not in the file store',
  size: 'has another size than its row says',
  checksum: 'has another checksum than its row says',
};

function sayProblems(problems: BackupReport['problems']): string[] {
  return problems.map(({ key, problem }) => `The object ${key} ${PROBLEMS[problem]}.`);
}
