import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';

type ChildServer = { port: number; pid: number; startMs: number; stop(): Promise<void> };

/** Starts one of the limit servers of `lab/bench/servers/` and waits until it says where it listens. */
export async function startLimitServer(name: string, args: string[]): Promise<ChildServer> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'servers', `${name}.ts`), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const killWithUs = () => child.kill('SIGKILL');
  process.once('exit', killWithUs);
  for await (const line of createInterface({ input: child.stdout })) {
    const port = /:(\d+)$/.exec(line)?.[1];
    if (port === undefined) continue;
    child.stdout.resume();
    return {
      port: Number(port),
      pid: child.pid ?? 0,
      startMs: performance.now() - startedAt,
      async stop() {
        process.off('exit', killWithUs);
        const exit = once(child, 'exit');
        child.kill('SIGTERM');
        await exit;
      },
    };
  }
  throw new Error(`${name} ended before it listened`);
}
