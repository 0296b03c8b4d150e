import { expect, test } from 'vitest';
import { brokenRows } from './security-rows.ts';

const SECTIONS = new Set(['3.9', '4.13']);
const FILES: Record<string, string> = {
  'http/csrf.ts': 'export function refuseForgery() {}',
  'http/csrf.test.ts': "test('a forged call is refused', () => {});",
};
const read = (file: string) => FILES[file];

/** Errors of these rows, apart from their number. */
function wrong(...rows: string[]): string[] {
  const table = [
    '| No. | Level | What | Answer | Where, or why |',
    '| --- | --- | --- | --- | --- |',
    ...rows,
  ];
  return brokenRows(table.join('\n'), read, SECTIONS)
    .map(({ reason }) => reason)
    .filter((reason) => !reason.includes('rows of level'));
}

test('rows with one answer and what it needs are right', () => {
  const rows = [
    '| 1.1.1 | 1 | words | met | `http/csrf.ts#refuseForgery`; no `eval` |',
    '| 1.1.3 | 2 | words | met | `http/csrf.test.ts` ("a forged call is refused"); "Sessions" above |',
    '| 1.1.5 | 2 | words | met | specification 3.9, 4.13 |',
    '| 1.1.10 | 2 | words | met | "Sessions" above |',
    '| 1.1.11 | 2 | words | met | "Sessions" above; `http/csrf.test.ts` ("a forged call is refused") |',
    '| 1.2.1 | 2 | words | met | [operations](operations.md) |',
    '| 10.1.1 | 1 | words | not applicable | no LDAP |',
    '| 10.1.2 | 1 | words | not met | too large. When: no date |',
  ];
  expect(wrong(...rows)).toEqual([]);
});

test.each([
  [
    '| 1.1.1 | 1 | words | mostly | `http/csrf.test.ts` |',
    '1.1.1 is neither met nor not applicable nor not met',
  ],
  ['| 1.1.1 | 1 | words | met | not met | why |', '1.1.1 is neither met nor not applicable nor not met'],
  ['| 1.1.1 | 1 | words | met | we are careful |', '1.1.1 is met, but names no place'],
  ['| 1.1.1 | 1 | words | not applicable |  |', '1.1.1 does not say why it is not applicable'],
  ['| 1.1.1 | 1 | words | not met | hard |', '1.1.1 does not say why it is not met, or when it will be'],
  [
    '| 1.1.1 | 1 | words | met | `http/gone.test.ts` |',
    '1.1.1 names http/gone.test.ts, which does not exist',
  ],
  ['| 1.1.1 | 1 | words | met | `http/csrf.ts` |', '1.1.1 is met by http/csrf.ts, but names no symbol of it'],
  [
    '| 1.1.1 | 1 | words | met | `http/csrf.ts#refuse` |',
    '1.1.1 names http/csrf.ts#refuse, which does not exist',
  ],
  [
    '| 1.1.1 | 1 | words | met | `http/csrf.test.ts` ("a forged call passes") |',
    '1.1.1 names a forged call passes, which does not exist',
  ],
  ['| 1.1.1 | 1 | words | met | specification 3.9, 9.99 |', '1.1.1 names 9.99, which does not exist'],
  ['| 1.1.1 | 3 | words | met | `http/csrf.test.ts` |', '1.1.1 is of level 1 or 2'],
  ['| 1.1.1 | 1 |  | met | `http/csrf.test.ts` |', '1.1.1 does not say what it asks'],
])('%s is not', (row, reason) => {
  expect(wrong(row)).toEqual([reason]);
});

test('a requirement stands once, in the order of the standard', () => {
  const row = (id: string) => `| ${id} | 1 | words | met | \`http/csrf.test.ts\` |`;
  expect(wrong(row('1.2.1'), row('1.2.1'))).toEqual(['1.2.1 does not come after 1.2.1']);
  expect(wrong(row('1.10.1'), row('1.2.1'))).toEqual(['1.2.1 does not come after 1.10.1']);
});

test('a row that is left out is missed', () => {
  const reasons = brokenRows('', read, SECTIONS).map(({ reason }) => reason);
  expect(reasons).toEqual(['0 rows of level 1, not 70', '0 rows of level 2, not 183']);
});
