import { spawnSync } from 'node:child_process';
import path from 'node:path';

/**
 * `npm run test:renewals -- RENEWALS`: runs this many renewals (default 10,000) over the three gateways on each
 * database, with notices lost, late, repeated and reordered, clocks five weeks off, and buyers who cancel.
 * Prints the charges, and fails if one was wrong (specification 7.7).
 */
const GATEWAYS = 3;
const renewals = Number(process.argv[2] ?? 10_000);
if (!Number.isSafeInteger(renewals) || renewals < GATEWAYS)
  throw new Error('npm run test:renewals -- RENEWALS');
const root = path.resolve(import.meta.dirname, '..');
for (const database of ['sqlite', 'postgres']) {
  console.log(`${renewals} renewals on ${database}`);
  const { status } = spawnSync(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', 'run', `--project=server-${database}`, 'renewal-storm'],
    {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, VITRIN_TEST_RENEWALS: String(Math.ceil(renewals / GATEWAYS)) },
    },
  );
  if (status !== 0) process.exitCode = 1;
}
