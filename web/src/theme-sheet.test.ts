import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { writeThemeSheet } from '../theme-sheet.ts';

const mantine = path.join(import.meta.dirname, '../../node_modules/@mantine/core/styles');
/** The style sheets of the landing page, which omits Mantine's full sheet of all colours. */
const sheets = [
  ...globSync('**/*.css', { cwd: import.meta.dirname }).map((file) => path.join(import.meta.dirname, file)),
  ...['baseline', 'global', 'UnstyledButton', 'Button', 'ActionIcon'].map((name) =>
    path.join(mantine, `${name}.css`),
  ),
];

test("the theme's style sheet has every Mantine variable that our styles and the landing page use", () => {
  const sheet = writeThemeSheet();
  const defined = new Set(Array.from(sheet.matchAll(/(--[\w-]+):/g), ([, name]) => name));
  const used = sheets.flatMap((file) =>
    Array.from(
      readFileSync(file, 'utf8').matchAll(/var\((--(?:mantine|vitrin)-[\w-]+)\)/g),
      ([, name]) => name,
    ),
  );
  expect(used.length).toBeGreaterThan(100);
  expect([...new Set(used)].filter((name) => !defined.has(name))).toEqual([]);
});

test('it contains both themes and the classes of widths, and nothing of the other colours', () => {
  const sheet = writeThemeSheet();
  expect(sheet).toContain('--mantine-color-petrol-7: #0e5a54;');
  expect(sheet).toMatch(/\[data-mantine-color-scheme="dark"\][^{]*\{[^}]*--vitrin-surface: #1e1c18;/);
  expect(sheet).toContain('.mantine-visible-from-md {display: none !important;}');
  expect(sheet).not.toMatch(/--mantine-color-(?:blue|pink|teal)-\w+:/);
});
