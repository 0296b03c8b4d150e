import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { seedDemo } from '../test-kit/story/seed.ts';
import { DEMO_FREELANCER, DEMO_PASSWORD, DEMO_PROJECTS } from '../test-kit/story/story.ts';
import { NODE_FLAGS, startProduct } from '../test-kit/product.ts';

/**
 * Starts Vitrin with sample people, projects and files in DATA_DIR, ./data-demo by default. The first start
 * fills the folder, later ones leave it as it is; a folder with other content is refused. PORT and other
 * settings work as with `npm start`.
 */
const root = path.resolve(import.meta.dirname, '..');
const dataDir = path.resolve(root, process.env['DATA_DIR'] || 'data-demo');
const marker = path.join(dataDir, 'demo.json');

if (holdsOtherData()) {
  console.error(
    `The demo keeps its data in ${dataDir}, but that folder holds something else. Move it away first.`,
  );
  process.exitCode = 1;
} else {
  if (!isFilled()) await fill();
  await serve();
}

function holdsOtherData(): boolean {
  return existsSync(dataDir) && readdirSync(dataDir).length > 0 && !existsSync(marker);
}

/** The marker file exists from the beginning and is completed at the end, so that an interrupted fill starts again. */
function isFilled(): boolean {
  return existsSync(marker) && 'filledAt' in (JSON.parse(readFileSync(marker, 'utf8')) as object);
}

/** Fills the demo on another port, so that it is never visible half-filled. */
async function fill(): Promise<void> {
  console.log('Making sample people, projects and files ...');
  rmSync(dataDir, { recursive: true, force: true });
  mkdirSync(dataDir);
  writeFileSync(marker, '{}');
  const product = await startProduct({ dataDir });
  await seedDemo(product);
  await product.stop();
  rmSync(path.join(dataDir, 'outbox'), { recursive: true, force: true });
  writeFileSync(marker, JSON.stringify({ filledAt: new Date().toISOString() }));
}

async function serve(): Promise<void> {
  const server = spawn(process.execPath, [...NODE_FLAGS, 'server/src/main.ts'], {
    cwd: root,
    env: { ...process.env, DATA_DIR: dataDir },
    stdio: 'inherit',
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => server.kill(signal));
  const clients = DEMO_PROJECTS.filter(({ visits }) => visits)
    .map(({ customer }) => customer)
    .join(', ');
  console.log(`Log in as the freelancer ${DEMO_FREELANCER.username} or as a client (${clients}).`);
  console.log(`The password of all of them is ${DEMO_PASSWORD}.`);
  const [code] = (await once(server, 'exit')) as [number | null];
  process.exitCode = code ?? 1;
}
