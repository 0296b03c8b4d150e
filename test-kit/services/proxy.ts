import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { debianProgram } from './debian-program.ts';

const OPERATIONS = path.resolve(import.meta.dirname, '../../docs/operations.md');
const READY_MILLISECONDS = 20_000;

/** The one block of nginx's configuration in docs/operations.md, for these ports of loopback and without TLS. */
function documentedConfiguration(port: number, instances: readonly number[]): string {
  const block = /```nginx\n([^`]+)```/.exec(readFileSync(OPERATIONS, 'utf8'))?.[1];
  if (block === undefined) throw new Error('docs/operations.md has no configuration of nginx.');
  const addresses = block.match(/server 10\.0\.0\.\d+:3000/g) ?? [];
  if (addresses.length !== instances.length)
    throw new Error(`docs/operations.md has ${addresses.length} instances instead of ${instances.length}.`);
  const own = addresses.reduce(
    (text, address, position) => text.replace(address, `server 127.0.0.1:${instances[position] ?? 0}`),
    block,
  );
  return own
    .replace('listen 443 ssl;', `listen 127.0.0.1:${port};`)
    .replaceAll(/^ *(?:ssl_certificate|server_name).*\n/gm, '');
}

/**
 * Starts nginx on a port of loopback in front of instances, with the configuration of docs/operations.md. The
 * returned function stops it.
 */
export async function startProxy(port: number, instances: readonly number[]): Promise<() => Promise<void>> {
  const program = debianProgram('nginx', 'nginx-light');
  const folder = mkdtempSync(path.join(tmpdir(), 'vitrin-nginx-'));
  const scratch = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  const configuration = path.join(folder, 'nginx.conf');
  writeFileSync(
    configuration,
    `daemon off; master_process off; pid ${folder}/pid; error_log stderr crit;
    events { worker_connections 512; }
    http { access_log off; ${scratch.join(' ')}
    ${documentedConfiguration(port, instances)} }`,
  );
  const nginx = spawn(program, ['-c', configuration, '-p', folder, '-e', 'stderr'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  nginx.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
  const killWithUs = () => nginx.kill('SIGKILL');
  process.once('exit', killWithUs);
  const exited = once(nginx, 'exit');
  for (let waited = 0; !(await answers(port)); waited += 20) {
    if (nginx.exitCode !== null || waited > READY_MILLISECONDS)
      throw new Error(`nginx did not start:\n${said}`);
    await pause(20);
  }
  return async () => {
    process.off('exit', killWithUs);
    nginx.kill('SIGTERM');
    await exited;
    rmSync(folder, { recursive: true, force: true });
  };
}

/** True if a program accepts connections on a port of loopback. */
export function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
