import type { Context } from '../context.ts';

/** What commands work with: the database of the installation, beside a server that may be running. */
export type AdminContext = Pick<Context, 'config' | 'db' | 'log' | 'now'>;

/** One command for the owner of an installation. */
export type Command = {
  /** How the command is called, one line for each form. */
  usage: string[];
  /** Runs the command and returns what was done, in a sentence or in lines. */
  run: (context: AdminContext, words: string[]) => Promise<string>;
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
