import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');

/** Each sample breaks one rule, in a temporary folder, so that the normal run never finds them. */
const samples: { rule: string; file: string; code: string }[] = [
  {
    rule: 'vitrin(import-direction)',
    file: 'server/src/features/projects/service.ts',
    code: `export { listVersions } from '../versions/service.ts';`,
  },
  {
    rule: 'vitrin(import-direction)',
    file: 'web/src/features/files/lazy.ts',
    code: `export const open = () => import('../../screens/login/LoginScreen.tsx');`,
  },
  { rule: 'vitrin(no-index-file)', file: 'web/src/lib/index.ts', code: `export const one = 1;` },
  {
    rule: 'vitrin(no-re-export)',
    file: 'server/src/http/passed-on.ts',
    code: `export { userOf } from './guards.ts';`,
  },
  {
    rule: 'vitrin(linear-pattern)',
    file: 'server/src/http/slow.ts',
    code: String.raw`export const isTag = (text: string) => /<[^>]*>/.test(text);`,
  },
  {
    rule: 'vitrin(linear-pattern)',
    file: 'shared/src/rules/slow.ts',
    code: `export const word = (text: string) => new RegExp(text, 'i');`,
  },
  {
    rule: 'vitrin(transaction-context)',
    file: 'server/src/features/projects/outside.ts',
    code: `import { inTransaction } from '../../database/transaction.ts';\nexport const read = (context: Context) => inTransaction(context, async (tx) => [tx, context.db]);`,
  },
  {
    rule: 'vitrin(one-request-end)',
    file: 'server/src/http/ends.ts',
    code: `export const watch = (app: { addHook: (name: string) => void }) => app.addHook('onResponse');`,
  },
  {
    rule: 'vitrin(one-request-end)',
    file: 'server/src/http/route-ends.ts',
    code: `export const route = { onResponse() {} };`,
  },
  {
    rule: 'vitrin(plain-english)',
    file: 'shared/src/rules/comment.ts',
    code: `/** Whether it is one. */\nexport const one = 1;`,
  },
  {
    rule: 'vitrin(plain-english)',
    file: 'shared/src/rules/name.test.ts',
    code: `import { expect, test } from 'vitest';\ntest.each([1])('what nobody asked for, %s', (one) => expect(one).toBe(1));`,
  },
  {
    rule: 'typescript(no-floating-promises)',
    file: 'server/src/jobs/floating.ts',
    code: `async function work(): Promise<void> {}\nexport function start() {\n  work();\n}`,
  },
  {
    rule: 'typescript(no-misused-promises)',
    file: 'server/src/jobs/misused.ts',
    code: `export function start(work: () => Promise<void>) {\n  [1].forEach(work);\n}`,
  },
  {
    rule: 'typescript(no-explicit-any)',
    file: 'server/src/http/any.ts',
    code: `export const read = (value: any): unknown => value;`,
  },
  {
    rule: 'typescript(no-unsafe-assignment)',
    file: 'server/src/http/unsafe.ts',
    code: `export function read(text: string) {\n  const value = JSON.parse(text);\n  return String(value);\n}`,
  },
  {
    rule: 'typescript(switch-exhaustiveness-check)',
    file: 'shared/src/rules/exhaustive.ts',
    code: `export function size(name: 'a' | 'b') {\n  switch (name) {\n    case 'a':\n      return 1;\n  }\n  return 2;\n}`,
  },
  { rule: 'eslint(no-eval)', file: 'server/src/http/eval.ts', code: `export const one = eval('1');` },
  {
    rule: 'eslint(no-new-func)',
    file: 'web/src/lib/func.ts',
    code: `export const one = new Function('return 1');`,
  },
  { rule: 'typescript(no-implied-eval)', file: 'web/src/lib/later.ts', code: `setTimeout('one()', 1);` },
  {
    rule: 'react(no-danger)',
    file: 'web/src/components/Raw.tsx',
    code: `export const Raw = ({ html }: { html: string }) => <p dangerouslySetInnerHTML={{ __html: html }} />;`,
  },
  { rule: 'eslint(no-console)', file: 'server/src/http/log.ts', code: `console.log('hello');` },
  {
    rule: 'node(no-process-env)',
    file: 'server/src/http/env.ts',
    code: `export const port = process.env['PORT'];`,
  },
  { rule: 'import(no-default-export)', file: 'shared/src/rules/default.ts', code: `export default 1;` },
  {
    rule: 'react(hooks)',
    file: 'web/src/components/Hooks.tsx',
    code: `import { useState } from 'react';\nexport function Hooks({ on }: { on: boolean }) {\n  if (on) useState(1);\n  return null;\n}`,
  },
  {
    rule: 'jsx-a11y(alt-text)',
    file: 'web/src/components/Picture.tsx',
    code: `export const Picture = () => <img src="/a.png" />;`,
  },
];

type Diagnostic = { code?: string; filename: string };

let folder: string;
let diagnostics: Diagnostic[];

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'vitrin-lint-'));
  for (const name of ['.oxlintrc.json', 'scripts/lint', 'tsconfig.base.json'])
    cpSync(path.join(root, name), path.join(folder, name), { recursive: true });
  for (const side of ['shared', 'server', 'web']) {
    mkdirSync(path.join(folder, side));
    cpSync(path.join(root, side, 'tsconfig.json'), path.join(folder, side, 'tsconfig.json'));
  }
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  for (const { file, code } of samples) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), `${code}\n`);
  }
  const oxlint = path.join(root, 'node_modules/oxlint/bin/oxlint');
  const { stdout } = spawnSync(
    process.execPath,
    [oxlint, '--type-aware', '--format=json', 'shared', 'server', 'web'],
    {
      cwd: folder,
      encoding: 'utf8',
    },
  );
  ({ diagnostics } = JSON.parse(stdout) as { diagnostics: Diagnostic[] });
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the linter refuses', () => {
  it.each(samples)('$rule in $file', ({ rule, file }) => {
    expect(diagnostics.filter(({ filename }) => filename === file).map(({ code }) => code)).toContain(rule);
  });
});
