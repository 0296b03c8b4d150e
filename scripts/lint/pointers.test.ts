import { expect, test } from 'vitest';
import { brokenDecisions, brokenLinks, brokenSections, sectionsOf } from './pointers.ts';

test('a chapter holds the sections of its second headings', () => {
  expect(sectionsOf('# 5 Projects\n\n## 5.1 One\n\ntext 5.9\n\n## 5.12 Two\n### 5.3 none\n')).toEqual([
    '5.1',
    '5.12',
  ]);
});

test('a pointer to a section that does not exist is named with its line', () => {
  const text = '// specification 5.1\n/** Of the plan (specification 5.10). */';
  expect(brokenSections('a.ts', text, new Set(['5.1']))).toEqual([
    { file: 'a.ts', line: 2, pointer: 'specification 5.10' },
  ]);
});

test('a pointer to a decision that does not exist is named with its line', () => {
  const text = '// decision 0015, docs/decisions/0077\n/** See decisions 0015 and 0016 of 2024. */';
  expect(brokenDecisions('a.ts', text, new Set(['0015']))).toEqual([
    { file: 'a.ts', line: 1, pointer: 'decision 0077' },
    { file: 'a.ts', line: 2, pointer: 'decision 0016' },
  ]);
});

test('a link to a file that does not exist is named, anchors and addresses are not', () => {
  const text = '[a](b.md#c) [d](e.md) [f](https://example.com/g.md) [h](#i)';
  expect(brokenLinks('docs/a.md', text, (target) => target === 'b.md')).toEqual([
    { file: 'docs/a.md', line: 1, pointer: 'e.md' },
  ]);
});
