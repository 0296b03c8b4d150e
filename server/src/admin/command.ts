import type { Context } from '../context.ts';

/** What commands work with: the database of the installation, beside a server that may be running. */
export type AdminContext = Pick<Context, 'config' | 'db' | 'log' | 'now'>;

/** One thing the owner of an installation can do. */
export type Command = {
  /** How it is called, one line for each form. */
  usage: string[];
  /** Does it and says in a sentence, or in lines, what was done. */
  run: (context: AdminContext, words: string[]) => Promise<string>;
};

/** The command was called in a way it does not understand. Its message is for the owner. */
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
