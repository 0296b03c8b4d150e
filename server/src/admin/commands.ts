import { type AdminContext, type Command, UsageError } from './command.ts';
import { endSessions } from './end-sessions.ts';
import { files } from './files.ts';
import { grantStorage } from './grant-storage.ts';
import { plans } from './plans.ts';
import { resetLink } from './reset-link.ts';
import { setPlan } from './set-plan.ts';

const COMMANDS: Record<string, Command> = {
  plans,
  files,
  'reset-link': resetLink,
  'end-sessions': endSessions,
  'grant-storage': grantStorage,
  'set-plan': setPlan,
};

/** Runs the command that the first word names. Throws UsageError with all forms when there is none. */
export async function runCommand(context: AdminContext, [name = '', ...words]: string[]): Promise<string> {
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command) throw new UsageError(`Commands:\n${usageOf(Object.values(COMMANDS))}`);
  try {
    return await command.run(context, words);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    throw new UsageError(`${error.message}\n${usageOf([command])}`);
  }
}

function usageOf(commands: Command[]): string {
  return commands.flatMap(({ usage }) => usage.map((line) => `  npm run admin -- ${line}`)).join('\n');
}
