import { spawnSync } from 'node:child_process';
import { stripTypeScriptTypes } from 'node:module';
import { globSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { writeTemplates } from '../web/landing-template.ts';

/**
 * Builds the web app into web/dist: the client, the server's page renderer, the page of offline copies, and
 * brotli and gzip copies of compressible files. With `--if-needed` nothing happens when the result is newer than
 * its sources.
 */
const root = path.dirname(import.meta.dirname);
const web = path.join(root, 'web');
const dist = path.join(web, 'dist');
/** Written last, so that an interrupted build does not count. */
const LAST_OUTPUT = path.join(dist, '.built');

if (process.argv.includes('--if-needed') && isUpToDate()) process.exit(0);

const vite = path.join(root, 'node_modules/vite/bin/vite.js');
rmSync(LAST_OUTPUT, { force: true });
run(vite, 'build', '--logLevel', 'warn');
run(vite, 'build', '--ssr', 'src/render.tsx', '--logLevel', 'warn');
run(vite, 'build', '-c', 'offline.config.ts', '--logLevel', 'warn');
run(vite, 'build', '-c', 'offline.config.ts', '--ssr', 'src/offline/render.tsx', '--logLevel', 'warn');
writeTemplates(dist);
writeCommand();
compress();
warmCompileCache();
writeFileSync(LAST_OUTPUT, '');
console.log('web: built into web/dist');

/** The command that delivers from anywhere, as one file for the reader's own Node. */
function writeCommand(): void {
  const source = readFileSync(path.join(root, 'scripts/command/vitrin.ts'), 'utf8');
  writeFileSync(path.join(dist, 'vitrin.mjs'), stripTypeScriptTypes(source));
}

/** Runs a program of Node with this Node, because a system's own may be older. */
function run(...args: string[]): void {
  const { status } = spawnSync(process.execPath, args, {
    cwd: web,
    stdio: 'inherit',
    env: { ...process.env, NODE_ENV: 'production' },
  });
  if (status !== 0) process.exit(status ?? 1);
}

/** Loads the server once without starting it, so that the first start finds its code compiled. */
function warmCompileCache(): void {
  spawnSync(process.execPath, ['--eval', "import('./server/src/start/start.ts')"], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, NODE_COMPILE_CACHE: 'node_modules/.cache/vitrin' },
  });
}

function compress(): void {
  for (const file of globSync('**/*.{js,mjs,css,svg,wasm,webmanifest}', { cwd: dist }).toSorted()) {
    const target = path.join(dist, file);
    const bytes = readFileSync(target);
    const options = { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } };
    writeFileSync(`${target}.gz`, gzipSync(bytes, { level: 9 }));
    writeFileSync(`${target}.br`, brotliCompressSync(bytes, options));
  }
}

function isUpToDate(): boolean {
  const builtAt = statSync(LAST_OUTPUT, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const sources = globSync(
    [
      'web/{src,public}/**/*',
      'web/*.{html,ts,json}',
      'shared/src/**/*',
      'package-lock.json',
      'scripts/build.ts',
      'scripts/command/*.ts',
    ],
    { cwd: root },
  );
  return sources.every((file) => statSync(path.join(root, file)).mtimeMs < builtAt);
}
