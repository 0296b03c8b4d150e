import { inheritedEnvironment } from '@vitrin/server/config/config.ts';
import { runMoveCommand } from './command.ts';

// Only this user of the machine may read the new database and its files.
process.umask(0o077);
process.exitCode = await runMoveCommand(process.argv.slice(2), inheritedEnvironment(), {
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
});
