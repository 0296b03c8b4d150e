import { globSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { type PackagedFile, packagedFiles } from './packaged-files.ts';
import { isNode, productionPackages } from './production-packages.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const IMPORTED = /(?:\bfrom |\bimport |\bimport\(|\bimport\.meta\.resolve\(|\bnew URL\()'([@a-z.][^'\s]*)'/g;

const files = packagedFiles(ROOT);
const targets = new Set(files.map(({ to }) => to));
const sources = files.filter(({ from }) => /^(server|engine|operator|shared)\/src\/.*\.ts$/.test(from));

/** Modules and files that each packaged source refers to, with the file that does. */
let imports: { by: string; what: string }[];

beforeAll(() => {
  imports = sources.flatMap(({ from }) =>
    [...readFileSync(path.join(ROOT, from), 'utf8').matchAll(IMPORTED)].map(([, what = '']) => ({
      by: from,
      what,
    })),
  );
});

describe('the packaged folder', () => {
  it('holds what starts the server and every process it starts', () => {
    const programs = globSync('{engine,server,operator}/src/**/{main,worker,*-process,*-thread}.ts', {
      cwd: ROOT,
      exclude: ['*/src/testing/**'],
    });
    expect(programs.length).toBeGreaterThan(6);
    expect(['bin/node', 'bin/vitrin', ...programs].filter((file) => !targets.has(file))).toEqual([]);
  });

  it('holds every file that its sources import', () => {
    const missing = imports.filter(
      ({ by, what }) => what.startsWith('.') && !holds(path.posix.join(path.posix.dirname(by), what)),
    );
    expect(imports.length).toBeGreaterThan(1000);
    expect(missing).toEqual([]);
  });

  it('holds every package that its sources import', () => {
    const packages = new Set(productionPackages(ROOT).map(({ name }) => name));
    const missing = imports.filter(
      ({ what }) => /^[@a-z]/.test(what) && !isBuiltin(what) && !packages.has(packageOf(what)),
    );
    expect(missing.filter(({ what }) => !what.startsWith('@vitrin/'))).toEqual([]);
  });

  it('holds the file of each package that a source imports', () => {
    const missing = imports
      .filter(({ what }) => /^[@a-z]/.test(what) && !isBuiltin(what) && !what.startsWith('@vitrin/'))
      .filter(({ by, what }) => !targets.has(resolved(by, what)));
    expect(missing).toEqual([]);
  });

  it('holds the fonts that receipts are set in', () => {
    const receipt = readFileSync(path.join(ROOT, 'server/src/features/receipts/pdf/drawing/draw-receipt.ts'));
    const fonts = [...receipt.toString().matchAll(/fontFile\('([\w-]+)'\)/g)].map(([, name]) => name);
    expect(fonts).toHaveLength(2);
    expect(fonts.filter((name) => !targets.has(`node_modules/dejavu-fonts-ttf/ttf/${name}.ttf`))).toEqual([]);
  });

  it('holds the texts and the migrations', () => {
    expect([...targets]).toEqual(
      expect.arrayContaining([
        'server/src/i18n/en.json',
        'server/src/i18n/tr.json',
        'server/src/database/migrations/0001-0019/0002-plan-seeds.ts',
        'shared/src/contract/plans.ts',
      ]),
    );
  });

  it('holds nothing that only tests and development need', () => {
    const ours = [...targets].filter((file) => !file.includes('node_modules/'));
    const allowed =
      /^(bin|docs\/operations\.md|packaging|package\.json|(server|engine|operator|shared)\/(src|package\.json)|web\/(dist|package\.json))/;
    expect(ours.filter((file) => !allowed.test(file))).toEqual([]);
    expect(ours.filter((file) => /\.test\.|\/testing\/|(^|\/)(e2e|bench|test-kit)\//.test(file))).toEqual([]);
    const development = [
      'vitest',
      'vite',
      'typescript',
      'oxlint',
      'oxfmt',
      'playwright-core',
      'react',
      's3rver',
    ];
    expect(development.filter((name) => targets.has(`node_modules/${name}/package.json`))).toEqual([]);
  });

  it('holds packages that development needs as well', () => {
    // `npm sbom --omit=dev` and `npm ls --omit=dev` leave these out.
    const both = ['pg', 'sharp', 'zod', 'nodemailer', 'postgres-array'];
    expect(both.filter((name) => !targets.has(`node_modules/${name}/package.json`))).toEqual([]);
  });

  it('leaves out the bundled FFmpeg on request', () => {
    const without = packagedFiles(ROOT, { withFfmpeg: false });
    expect(files.filter(isFfmpeg).length).toBeGreaterThan(0);
    expect(without.filter(isFfmpeg)).toEqual([]);
    expect(without.length).toBe(files.length - files.filter(isFfmpeg).length);
  });

  it('has one Node, without its headers', () => {
    expect(productionPackages(ROOT).filter(isNode)).toHaveLength(1);
    expect([...targets].filter((file) => file.startsWith('node_modules/node-'))).toEqual([]);
    expect([...targets].filter((file) => file.startsWith('bin/')).toSorted()).toEqual([
      'bin/node',
      'bin/node.LICENSE',
      'bin/vitrin',
    ]);
  });
});

it('gives each command of the owner of the installation its npm script', () => {
  const { scripts } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const program = readFileSync(path.join(ROOT, 'packaging/vitrin'), 'utf8');
  const expected = Object.entries(scripts).flatMap(([name, script]) => {
    const [, entry] = /node (?:--\S+ )*server\/src\/(\S+)\.ts/.exec(script) ?? [];
    return entry === undefined ? [] : [{ name, entry }];
  });
  const run = [...program.matchAll(/^ {2}([a-z |-]+)\) set -- .*?\/server\/src\/(\S+)\.ts"/gm)].flatMap(
    ([, names = '', entry]) => names.split(' | ').map((name) => ({ name, entry })),
  );
  const byName = (a: { name: string }, b: { name: string }) => a.name.localeCompare(b.name);
  expect(run.toSorted(byName)).toEqual(expected.toSorted(byName));
});

/** The file or, as for the permissions of a process, the folder; what the build of the web app makes counts as there. */
function holds(file: string): boolean {
  return targets.has(file) || /^\.\/$|^web\/dist\b|\/\.offline\//.test(file);
}

/** The file that a source gets for a specifier, below the root. */
function resolved(by: string, specifier: string): string {
  const file = import.meta.resolve(specifier, pathToFileURL(path.join(ROOT, by)).href);
  return path.relative(ROOT, fileURLToPath(file));
}

function packageOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

function isFfmpeg({ from }: PackagedFile): boolean {
  return from.startsWith('node_modules/@ffmpeg/core/');
}
