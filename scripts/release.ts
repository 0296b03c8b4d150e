import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { billOfMaterials } from './packaging/bill-of-materials.ts';
import { listLicences } from './packaging/licences.ts';
import { productionPackages } from './packaging/production-packages.ts';
import { writePackage } from './packaging/write-package.ts';

/**
 * `npm run release -- FOLDER`: writes the archive of an installation for machines of this kind, its bill of
 * materials (CycloneDX), the licences of its contents, and SHA256SUMS of these three. The same build gives the
 * same bytes. Runs `npm run test:all` first, and writes nothing if a test fails (decision 0222).
 */
const root = path.dirname(import.meta.dirname);
const [folder] = process.argv.slice(2);
if (folder === undefined) {
  console.error('npm run release -- FOLDER');
  process.exit(2);
}
const out = path.resolve(folder);
if (existsSync(out) && readdirSync(out).length > 0) throw new Error(`${out} is not empty.`);
run('npm', 'run', 'test:all');
mkdirSync(out, { recursive: true });

const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string };
const name = `vitrin-${version}-${process.platform}-${process.arch}`;
const packages = productionPackages(root);
const files = [`${name}.cdx.json`, 'LICENCES.md', `${name}.tar.gz`] as const;
const [bill, licences, archive] = files;
writeFileSync(path.join(out, bill), `${JSON.stringify(billOfMaterials(version, packages), null, 2)}\n`);
writeFileSync(path.join(out, licences), listLicences(root, packages));
writeArchive();
writeFileSync(path.join(out, 'SHA256SUMS'), files.map((file) => `${digestOf(file)}  ${file}\n`).join(''));
console.log(`${[...files, 'SHA256SUMS'].join(', ')} are in ${folder}.`);

function writeArchive(): void {
  const room = mkdtempSync(path.join(out, '.packing-'));
  try {
    writePackage(root, path.join(room, name), { withFfmpeg: true });
    for (const file of [bill, licences]) copyFileSync(path.join(out, file), path.join(room, name, file));
    const owners = ['--sort=name', '--owner=0', '--group=0', '--numeric-owner', '--mtime=@0'];
    const compress = ['--use-compress-program', 'gzip --no-name -9'];
    run('tar', '--create', ...owners, ...compress, '--file', path.join(out, archive), '-C', room, name);
  } finally {
    rmSync(room, { recursive: true });
  }
}

function run(program: string, ...args: string[]): void {
  const { status, error } = spawnSync(program, args, { cwd: root, stdio: 'inherit' });
  if (error) throw error;
  if (status !== 0) throw new Error(`${program} ended with ${status}.`);
}

function digestOf(file: string): string {
  return createHash('sha256')
    .update(readFileSync(path.join(out, file)))
    .digest('hex');
}
