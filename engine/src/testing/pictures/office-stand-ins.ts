import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { z } from 'zod';
import { TOOL_ENVIRONMENT } from '../../sandbox/programs.ts';

/** A folder for programs, removed after the test, with LibreOffice as a script where its packages would put it. */
export function standInOffice(script = '#!/bin/sh\n'): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'vitrin-office-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(path.join(folder, 'office/program'), { recursive: true });
  writeProgram(path.join(folder, 'office/program/soffice'), script);
  symlinkSync('office/program/soffice', path.join(folder, 'soffice'));
  return folder;
}

/**
 * Puts a bubblewrap beside it that makes no room: it writes `pages` where LibreOffice is to be run, and runs all else as
 * it is. Returns what it was given for LibreOffice.
 */
export function standInRoom(folder: string, pages: Buffer): () => { args: string[]; input: Buffer } {
  writeProgram(
    path.join(folder, 'bwrap'),
    `#!${process.execPath}
const { spawnSync } = require('node:child_process');
const { copyFileSync, readFileSync, writeFileSync } = require('node:fs');
const args = process.argv.slice(2);
const at = args.findIndex((arg) => arg.startsWith('/input/'));
const [input, place] = args.slice(at - 1);
if (args.some((arg) => arg.endsWith('/soffice'))) {
  writeFileSync(${JSON.stringify(folder)} + '/args', JSON.stringify(args));
  copyFileSync(input, ${JSON.stringify(folder)} + '/input');
  process.stdout.write(readFileSync(${JSON.stringify(folder)} + '/pages'));
} else {
  const [command, ...rest] = args.slice(args.indexOf('--') + 1).map((arg) => arg.replace(place, input));
  const { status, stdout } = spawnSync(command, rest, { env: {}, maxBuffer: 1e8 });
  process.stdout.write(stdout);
  process.exitCode = status ?? 1;
}
`,
  );
  writeFileSync(path.join(folder, 'pages'), pages);
  return () => ({
    args: z.array(z.string()).parse(JSON.parse(readFileSync(path.join(folder, 'args'), 'utf8'))),
    input: readFileSync(path.join(folder, 'input')),
  });
}

/** Restricts the search for programs to these folders until the test is over. */
export function lookForProgramsIn(...folders: string[]): void {
  const { PATH } = TOOL_ENVIRONMENT;
  TOOL_ENVIRONMENT.PATH = folders.join(':');
  onTestFinished(() => {
    TOOL_ENVIRONMENT.PATH = PATH;
  });
}

function writeProgram(file: string, script: string): void {
  writeFileSync(file, script);
  chmodSync(file, 0o755);
}
