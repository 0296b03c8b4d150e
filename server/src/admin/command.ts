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
