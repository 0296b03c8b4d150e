import { runBackupCommand } from './commands.ts';

// Only this user of the machine may read copies of the database and of the secret key.
process.umask(0o077);
process.exitCode = await runBackupCommand(process.argv.slice(2), {
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
});
