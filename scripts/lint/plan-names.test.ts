import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '../..');

/** Files that sell, give or cancel plans; everything else asks `requireCapability` or the plan's limits. */
const SELLERS = [
  'shared/src/contract/payments/checkout.ts',
  'server/src/features/plans/',
  'server/src/features/checkout/',
  'server/src/database/migrations/',
  'operator/src/admin/plans.ts',
  'operator/src/admin/set-plan.ts',
];

/** Comparisons with the code or the name of a plan, and cases for one. */
const NAMED =
  /(?:[=!]==?|\bcase|\[|,|\()\s*['"`](?:free|pro|enterprise|starter|professional)['"`]|['"`](?:free|pro|enterprise|starter|professional)['"`]\s*[=!]==?/gi;

function namesIn(code: string): string[] {
  return code.match(NAMED) ?? [];
}

test('code asks for abilities of plans, never for their names', () => {
  const files = globSync('{shared,engine,server,operator,web}/src/**/*.{ts,tsx}', {
    cwd: ROOT,
    exclude: ['**/*.test.ts', '**/*.test.tsx', '**/testing/**'],
  }).filter((file) => !SELLERS.some((seller) => file.startsWith(seller)));
  expect(files.length).toBeGreaterThan(800);
  const found = files.flatMap((file) =>
    namesIn(readFileSync(path.join(ROOT, file), 'utf8')).map((name) => `${file}: ${name}`),
  );
  expect(found).toEqual([]);
});

test.each([
  "if (plan.code === 'enterprise') return true;",
  "if ('Professional' === plan.name) return true;",
  "switch (code) { case 'pro': return 1; }",
  "['pro', 'enterprise'].includes(code)",
  'plan.name !== "Starter"',
])('it finds %s', (code) => {
  expect(namesIn(code)).not.toEqual([]);
});
