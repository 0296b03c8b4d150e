import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';
import type { Context } from '@vitrin/server/context.ts';

/** Database and configuration of the installation; a server may be running on them at the same time. */
export type AdminContext = Pick<Context, 'config' | 'db' | 'log' | 'now'>;

/** Result of a command: `text` for people, `json` for programs. */
export type Answer = { text: string; json: unknown };

/** One command for the owner of an installation. */
export type Command = {
  /** Usage of the command, one line for each form. */
  usage: string[];
  /** Runs the command with the words behind its name. */
  run: (context: AdminContext, words: string[]) => Promise<Answer>;
};

/** The command was called with words it does not understand. The message is for the owner. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Throws UsageError for words a command has no use for, such as the rest of a text without quotation marks. */
export function requireNoMore(words: readonly string[]): void {
  if (words.length > 0)
    throw new UsageError(
      `"${words.join(' ')}" is too much. A text of several words stands in quotation marks.`,
    );
}

/** Parts words into options and the rest. Throws UsageError for an option that the command does not have. */
export function readOptions<const Options extends ParseArgsOptionsConfig>(words: string[], options: Options) {
  try {
    return parseArgs({ args: words, options, allowPositionals: true });
  } catch (error) {
    if (error instanceof TypeError) throw new UsageError(error.message);
    throw error;
  }
}
