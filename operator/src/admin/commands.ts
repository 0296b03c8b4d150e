import { backupsTry } from './backups.ts';
import { type AdminContext, type Command, UsageError } from './command.ts';
import { files } from './files.ts';
import { grantStorage } from './grant-storage.ts';
import { newReceiptKey } from './new-receipt-key.ts';
import { invoicesExport, invoicesList } from './invoices.ts';
import { jobsDrop, jobsList, jobsRetry, jobsShow } from './jobs/jobs.ts';
import { mailsList, mailsResend } from './jobs/mails.ts';
import { nearestWord } from './nearest-word.ts';
import { removeFactor } from './people/remove-factor.ts';
import { endSessions } from './people/end-sessions.ts';
import { erasuresKeep, erasuresList, erasuresNow } from './people/erasures.ts';
import { projectsList } from './people/projects.ts';
import { resetLink } from './people/reset-link.ts';
import { storage } from './people/storage.ts';
import { usersFind, usersList, usersShow } from './people/users.ts';
import { plans } from './plans.ts';
import { readOnly, readOnlyOff, readOnlyOn } from './read-only.ts';
import { setPlan } from './set-plan.ts';

/** Every command by its name, of one word or two. */
export const COMMANDS: Readonly<Record<string, Command>> = {
  'users list': usersList,
  'users find': usersFind,
  'users show': usersShow,
  'users end-sessions': endSessions,
  'users remove-factor': removeFactor,
  'erasures list': erasuresList,
  'erasures keep': erasuresKeep,
  'erasures now': erasuresNow,
  'projects list': projectsList,
  storage,
  'jobs list': jobsList,
  'jobs show': jobsShow,
  'jobs retry': jobsRetry,
  'jobs drop': jobsDrop,
  'mails list': mailsList,
  'mails resend': mailsResend,
  'backups try': backupsTry,
  plans,
  files,
  'reset-link': resetLink,
  'end-sessions': endSessions,
  'grant-storage': grantStorage,
  'set-plan': setPlan,
  'new-receipt-key': newReceiptKey,
  'invoices list': invoicesList,
  'invoices export': invoicesExport,
  'read-only': readOnly,
  'read-only on': readOnlyOn,
  'read-only off': readOnlyOff,
};

const BOTH = `Every command takes --json, for programs, and --help.`;

/** The usage of the commands that the words name, where `--help` is among them; undefined otherwise. */
export function helpOf(words: readonly string[]): string | undefined {
  if (!words.includes('--help')) return undefined;
  const name = words.filter((word) => !word.startsWith('--')).join(' ');
  const named = Object.entries(COMMANDS).filter(([key]) => `${name} `.startsWith(`${key} `));
  const grouped = Object.entries(COMMANDS).filter(([key]) => key.startsWith(`${name.split(' ')[0]} `));
  const meant = [named, grouped, Object.entries(COMMANDS)].find((commands) => commands.length > 0) ?? [];
  return `${usageOf(meant.map(([, command]) => command))}\n\n${BOTH}`;
}

/** The command that the first words name, and the words behind its name. Throws UsageError when there is none. */
export function findCommand(words: readonly string[]): { command: Command; rest: string[] } {
  for (const length of [2, 1]) {
    const name = words.slice(0, length).join(' ');
    const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
    if (command) return { command, rest: words.slice(length) };
  }
  throw new UsageError(unknown(words));
}

/** Runs the command that the first words name; its answer is JSON where `--json` is among the words. */
export async function runCommand(context: AdminContext, words: string[]): Promise<string> {
  const isJson = words.includes('--json');
  const { command, rest } = findCommand(words.filter((word) => word !== '--json'));
  try {
    const { text, json } = await command.run(context, rest);
    return isJson ? JSON.stringify(json, undefined, 2) : text;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    throw new UsageError(`${error.message}\n${usageOf([command])}`);
  }
}

function unknown(words: readonly string[]): string {
  const [first = '', second] = words;
  const names = Object.keys(COMMANDS);
  const near =
    (second === undefined ? undefined : nearestWord(`${first} ${second}`, names)) ??
    nearestWord(first, names);
  const group = names.filter((name) => name.startsWith(`${first} `));
  const meant = near === undefined ? group : [near];
  const commands = meant.length > 0 ? meant.map((name) => COMMANDS[name]) : Object.values(COMMANDS);
  const sentence = first === '' ? '' : `There is no command ${words.slice(0, 2).join(' ')}. `;
  const question = meant.length > 0 ? 'Did you mean:' : 'Commands:';
  return `${sentence}${question}\n${usageOf(commands.filter((command) => command !== undefined))}`;
}

function usageOf(commands: Command[]): string {
  return [...new Set(commands)]
    .flatMap(({ usage }) => usage.map((line) => `  npm run admin -- ${line}`))
    .join('\n');
}
