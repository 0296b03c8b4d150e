import { startS3Server } from '../../../test-kit/s3-server.ts';
import type { Person } from './factories.ts';
import { createTestApp, type TestApp } from './test-app.ts';

/**
 * The store beside the database of a run: the disk beside SQLite and a bucket beside PostgreSQL, as installations have
 * them. What takes processes for each file is tried in these two pairs, and not in all four.
 */
export const USUAL_STORE = process.env['VITRIN_TEST_DATABASE'] === 'postgres' ? 's3' : 'disk';

type VersionOnStore = { setup: TestApp; owner: Person; versionId: number; stop: () => Promise<void> };

/** Starts an application whose files lie on the disk or in a bucket, with a freelancer's empty version in it. */
export async function startVersionOnStore(store: 'disk' | 's3' = USUAL_STORE): Promise<VersionOnStore> {
  const s3 = store === 's3' ? await startS3Server() : undefined;
  const setup = await createTestApp(s3?.environment);
  const owner = await setup.createFreelancer();
  const { id } = await setup.createVersion({ project: await setup.createProject({ owner }) });
  const stop = async () => {
    await setup.close();
    await s3?.stop();
  };
  return { setup, owner, versionId: id, stop };
}
