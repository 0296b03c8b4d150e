import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { seedDemo } from './demo/seed.ts';
import { DEMO_FREELANCER, DEMO_PASSWORD, DEMO_PROJECTS } from './demo/story.ts';
import { startProduct } from './testing/product.ts';

/**
 * Starts Vitrin with sample people, projects and files in ./data-demo. The first start fills it; later ones find it
 * as it was left. A folder that holds anything else is refused. PORT and the like work as with `npm start`.
 */
const root = path.resolve(import.meta.dirname, '..');
const dataDir = path.join(root, 'data-demo');
const marker = path.join(dataDir, 'demo.json');

if (existsSync(dataDir) && readdirSync(dataDir).length > 0 && !existsSync(marker)) {
  console.error(
    `The demo keeps its data in ${dataDir}, but that folder holds something else. Move it away first.`,
  );
  process.exitCode = 1;
} else {
  if (!existsSync(marker)) await fill();
  await serve();
}

/** On a port of its own, so that nobody meets a half-filled demo; a failure leaves nothing behind. */
async function fill(): Promise<void> {
  console.log('Making sample people, projects and files ...');
  const product = await startProduct({ dataDir });
  try {
    await seedDemo(product);
  } catch (error) {
    await product.remove();
    throw error;
  }
  await product.stop();
  rmSync(path.join(dataDir, 'outbox'), { recursive: true, force: true });
  writeFileSync(marker, JSON.stringify({ filledAt: new Date().toISOString() }));
}

async function serve(): Promise<void> {
  const server = spawn(process.execPath, ['--max-semi-space-size=4', 'server/src/main.ts'], {
    cwd: root,
    env: { ...process.env, DATA_DIR: dataDir },
    stdio: 'inherit',
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => server.kill(signal));
  const clients = DEMO_PROJECTS.map(({ customer }) => customer).join(', ');
  console.log(`Log in as the freelancer ${DEMO_FREELANCER.username} or as a client (${clients}).`);
  console.log(`The password of all of them is ${DEMO_PASSWORD}.`);
  const [code] = (await once(server, 'exit')) as [number | null];
  process.exitCode = code ?? 1;
}
