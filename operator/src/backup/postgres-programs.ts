import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { inheritedEnvironment } from '@vitrin/server/config/config.ts';
import { BackupError } from './errors.ts';

/** Runs pg_dump or pg_restore on a database. Throws BackupError with the program's own words when it fails. */
export async function runPostgresProgram(
  program: 'pg_dump' | 'pg_restore',
  databaseUrl: string,
  args: readonly string[],
): Promise<void> {
  const url = new URL(databaseUrl);
  // Others on the machine can read the arguments of a program, but not its environment.
  const password = decodeURIComponent(url.password);
  url.password = '';
  const child = spawn(program, [`--dbname=${url.href}`, '--no-password', ...args], {
    env: { ...inheritedEnvironment(), ...(password !== '' && { PGPASSWORD: password }) },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const said: Buffer[] = [];
  child.stderr.on('data', (chunk: Buffer) => said.push(chunk));
  try {
    await once(child, 'close');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new BackupError(`${program} is not in the PATH: install the client programs of PostgreSQL.`);
  }
  if (child.exitCode !== 0)
    throw new BackupError(`${program} failed: ${Buffer.concat(said).toString().trim()}`);
}
