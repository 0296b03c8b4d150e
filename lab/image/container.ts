import { execFileSync, spawnSync } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../test-kit/free-port.ts';

/** A container engine that takes the commands of docker. */
export type Engine = { name: string; run: (...words: string[]) => string };

export type Container = {
  /** Origin, such as http://localhost:41235. */
  url: string;
  log: () => string;
  /** Runs a command inside the container; returns its output. */
  exec: (...words: string[]) => string;
  /** Resolves, once the engine calls it healthy, to the seconds since it was started. */
  healthy: () => Promise<number>;
  /** Stops the container as an upgrade would. Returns the exit code. */
  stop: () => number;
  start: () => void;
  remove: () => void;
};

const HEALTHY_SECONDS = 120;
/** Stop timeout in docs/operations.md and compose.yaml. */
const STOP_SECONDS = 20;

/** The engine of that name, else podman or docker, whichever answers first. Throws where none does. */
export function findEngine(wanted?: string): Engine {
  const names = wanted === undefined ? ['podman', 'docker'] : [wanted];
  const name = names.find((each) => spawnSync(each, ['version']).status === 0);
  if (name === undefined) throw new Error(`No answer from ${names.join(', nor from ')}.`);
  const run = (...words: string[]) =>
    execFileSync(name, words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], maxBuffer: 2 ** 28 });
  return { name, run };
}

/** Runs an image as compose.yaml does: read-only root, no capabilities, two volumes. */
export async function startContainer(engine: Engine, image: string): Promise<Container> {
  const port = await freePort();
  const name = `vitrin-test-${port}`;
  const volumes = [`${name}-data:/var/lib/vitrin`, `${name}-tmp:/tmp`];
  let startedAt = performance.now();
  const rights = ['--read-only', '--cap-drop=all', '--security-opt', 'no-new-privileges'];
  const mounts = volumes.flatMap((volume) => ['--volume', volume]);
  const address = ['--publish', `127.0.0.1:${port}:3000`, '--env', `PUBLIC_URL=http://localhost:${port}`];
  engine.run('run', '--detach', '--name', name, ...rights, ...mounts, ...address, image);
  const container: Container = {
    url: `http://localhost:${port}`,
    log: () => engine.run('logs', name),
    exec: (...words) => engine.run('exec', name, ...words),
    async healthy() {
      while (performance.now() - startedAt < HEALTHY_SECONDS * 1000) {
        if (isHealthy(engine, name)) return (performance.now() - startedAt) / 1000;
        await pause(500);
      }
      throw new Error(`It was not healthy within ${HEALTHY_SECONDS} s:\n${container.log()}`);
    },
    stop() {
      engine.run('stop', '--time', String(STOP_SECONDS), name);
      return Number(engine.run('inspect', '--format', '{{.State.ExitCode}}', name));
    },
    start() {
      startedAt = performance.now();
      engine.run('start', name);
    },
    remove() {
      engine.run('rm', '--force', '--volumes', name);
      for (const volume of volumes) engine.run('volume', 'rm', '--force', volume.split(':')[0] ?? '');
    },
  };
  return container;
}

function isHealthy(engine: Engine, name: string): boolean {
  // Without systemd, podman runs the health check only on request.
  if (engine.name === 'podman') return spawnSync('podman', ['healthcheck', 'run', name]).status === 0;
  return engine.run('inspect', '--format', '{{.State.Health.Status}}', name).trim() === 'healthy';
}
