import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import {
  brokenDecisions,
  brokenLinks,
  brokenSections,
  type BrokenPointer,
  sectionsOf,
} from './lint/pointers.ts';
import { brokenRows } from './lint/security-rows.ts';

/**
 * Checks that sections of the specification, decisions and files named in code, tests and documents exist, that the
 * index of decisions lists every page, that no more than 60 pages stand, and the form of the rows of
 * `docs/security.md`.
 */
const ROOT = path.resolve(import.meta.dirname, '..');
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');
const list = (pattern: string) =>
  globSync(pattern, { cwd: ROOT, exclude: ['**/node_modules/**', '**/dist/**'] }).toSorted();

const sections = new Set(list('docs/specification/*.md').flatMap((file) => sectionsOf(read(file))));
const documents = list('{*.md,docs/**/*.md}');
const code = list('{shared,engine,server,operator,web,e2e,scripts,lab,test-kit}/**/*.{ts,tsx,css,html}');

const SECURITY = 'docs/security.md';
const readFile = (target: string) => {
  const file = ['.', 'server/src', 'engine/src', 'operator/src', 'lab']
    .map((folder) => path.join(folder, target))
    .find((each) => existsSync(path.join(ROOT, each)));
  return file === undefined ? undefined : read(file);
};
const rows = brokenRows(read(SECURITY), readFile, sections);

const DECISIONS = 'docs/decisions/README.md';
const index = read(DECISIONS);
const MOST_DECISIONS = 60;
const decisions = list('docs/decisions/[0-9]*.md');
const unlisted = decisions.filter((file) => !index.includes(`(${path.basename(file)})`));
const numbers = new Set(decisions.map((file) => path.basename(file).slice(0, 4)));
const tooMany = decisions.length > MOST_DECISIONS;

const broken: BrokenPointer[] = [
  ...[...documents, ...code]
    .filter((file) => !file.endsWith('lint/pointers.test.ts'))
    .flatMap((file) => [
      ...brokenSections(file, read(file), sections),
      ...brokenDecisions(file, read(file), numbers),
    ]),
  ...documents.flatMap((file) =>
    brokenLinks(file, read(file), (target) => existsSync(path.join(ROOT, path.dirname(file), target))),
  ),
];
for (const { file, line, pointer } of broken) console.error(`${file}:${line}: ${pointer} does not exist`);
for (const { line, reason } of rows) console.error(`${SECURITY}:${line}: ${reason}`);
for (const file of unlisted) console.error(`${DECISIONS} does not list ${file}`);
if (tooMany)
  console.error(`${DECISIONS}: more than ${MOST_DECISIONS} pages; merge those that answer one question`);
if (sections.size === 0) console.error('docs/specification holds no section');
process.exitCode =
  broken.length + unlisted.length + rows.length === 0 && !tooMany && sections.size > 0 ? 0 : 1;
