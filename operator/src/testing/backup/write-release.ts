import { join } from 'node:path';
import { backUp } from '../../backup/back-up.ts';
import { createInstallation, IS_POSTGRES } from './installations.ts';

/**
 * Writes the backup of a release, which every later release restores in its tests:
 * `node operator/src/testing/backup/write-release.ts RELEASE`, and with VITRIN_TEST_DATABASE=postgres and the address of a
 * cluster in VITRIN_TEST_POSTGRES_URL for PostgreSQL. Written once, when a release is made, and never again.
 */
const [, , release = ''] = process.argv;
if (!/^\d+\.\d+\.\d+$/.test(release)) throw new Error('Say which release, such as 0.1.0');
const installation = await createInstallation({ files: 2, bytes: 500 });
const report = await backUp(
  installation,
  join(import.meta.dirname, 'releases', IS_POSTGRES ? `${release}-postgres` : release),
);
await installation.remove();
process.stdout.write(`${JSON.stringify(report)}\n`);
