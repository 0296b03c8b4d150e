import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';

/**
 * Development mode: the server restarts on a change (`--watch`), and vite serves the web app on http://localhost:5173
 * (or WEB_PORT) and passes requests to the API on to the server (vite.config.ts). The server is killed rather than asked
 * to stop, which would take a fifth of a second: it loses nothing by a kill.
 */
const root = path.dirname(import.meta.dirname);
const serverOrigin = `http://localhost:${process.env['PORT'] ?? 3000}`;
const webPort = process.env['WEB_PORT'] ?? '5173';
const webOrigin = `http://localhost:${webPort}`;

const children = [
  start(['--watch', '--watch-kill-signal=SIGKILL', 'server/src/main.ts'], {
    PUBLIC_URL: process.env['PUBLIC_URL'] ?? webOrigin,
  }),
  start(['node_modules/vite/bin/vite.js', 'web', '--port', webPort, '--strictPort'], {
    VITRIN_SERVER: serverOrigin,
  }),
];

let isStopping = false;
for (const child of children) child.on('exit', (code) => stop(code ?? 0));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop(0));

function start(args: string[], env: Record<string, string>): ChildProcess {
  return spawn(process.execPath, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } });
}

/** Ends both when one of them ends. */
function stop(code: number): void {
  if (isStopping) return;
  isStopping = true;
  process.exitCode = code;
  for (const child of children) child.kill('SIGTERM');
}
