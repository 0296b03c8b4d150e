import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { temporaryFolder } from '@vitrin/engine/testing/temporary.ts';
import { debianProgram } from '../../../../../../test-kit/services/debian-program.ts';
import { deliveryIn, see } from '../../../../testing/analytics.ts';
import { sharedTestApp } from '../../../../testing/shared-test-app.ts';

/** LibreOffice of Debian opens tables of figures: names that look like formulas stay texts (specification 9.21). */

const run = promisify(execFile);
const setup = await sharedTestApp();
const folder = temporaryFolder();

/** Names that a spreadsheet could evaluate, split or put into other cells. */
const HOSTILE = [
  '=1+1',
  '+1+1',
  '-1+1',
  '@SUM(1;1)',
  '\t=1+1',
  '\r=1+1',
  '\n=1+1',
  ' =1+1',
  '=HYPERLINK("http://127.0.0.1/";"x")',
  '=WEBSERVICE("http://127.0.0.1/")',
  `=cmd|'/C calc'!A0`,
  '","=1+1',
  '"\r\n"=1+1',
  `'=1+1`,
  '=1+1\n=1+1',
  'a;=1+1',
  '{=1+1}',
  '＝1+1',
];

/** Opens a table in LibreOffice and saves it as `kind`. */
async function saveAs(kind: string, file: string): Promise<string> {
  const out = path.join(folder, kind);
  mkdirSync(out, { recursive: true });
  // All three, because tests of office documents run as soon as there is a LibreOffice.
  const parts = ['writer', 'calc', 'impress'].map((part) => `libreoffice-${part}-nogui`);
  const program = debianProgram('soffice', ...parts);
  // 44,34,76: commas, quotes, UTF-8, as its dialog offers for such a file.
  const read = ['--infilter=CSV:44,34,76,1'];
  const profile = `-env:UserInstallation=file://${path.join(folder, 'profile')}`;
  await run(program, [profile, '--headless', ...read, '--convert-to', kind, '--outdir', out, file], {
    env: { ...process.env, HOME: folder },
  });
  return path.join(out, `${path.basename(file, path.extname(file))}.${kind}`);
}

const formulasIn = (fods: string) => readFileSync(fods, 'utf8').match(/table:formula="[^"]*"/g) ?? [];

function write(name: string, text: string): string {
  const file = path.join(folder, name);
  writeFileSync(file, text);
  return file;
}

test('a table without the apostrophes is evaluated, so that this test would notice', async () => {
  const fods = await saveAs('fods', write('open.csv', '"file"\r\n"=1+1"\r\n'));
  expect(formulasIn(fods)).toEqual(['table:formula="of:=1+1"']);
}, 300_000);

test('LibreOffice finds no formula in a table of hostile names, nor after it was saved as xlsx', async () => {
  const made = await deliveryIn(setup);
  for (const name of HOSTILE) {
    const { id } = await setup.createFile({ version: made.version, name });
    await see(setup, made, 'file_previewed', ['2026-10-10T10:00:00.000Z'], id);
  }
  const url = '/api/analytics/query/?measure=looks&by=file&from=2026-10-01&to=2026-10-31&format=csv';
  const file = write('names.csv', (await made.owner.browser.get(url)).body);
  const fods = await saveAs('fods', file);
  expect(readFileSync(fods, 'utf8')).toContain('+1+1');
  expect(formulasIn(fods)).toEqual([]);
  const xlsx = await saveAs('xlsx', file);
  expect(formulasIn(await saveAs('fods', xlsx))).toEqual([]);
  // Each name has a cell and a row of its own.
  const rows = readFileSync(fods, 'utf8').match(/<table:table-row /g) ?? [];
  expect(rows.length).toBeGreaterThanOrEqual(HOSTILE.length + 1);
}, 300_000);
