import { sharedTestApp } from './shared-test-app.ts';
import { temporaryBucket } from '@vitrin/engine/testing/temporary-bucket.ts';

/**
 * Store beside the database of a run: the disk beside SQLite and a bucket beside PostgreSQL, as installations have
 * them. Tests that start processes for each file run on these two pairs, and not on all four.
 */
export const USUAL_STORE = process.env['VITRIN_TEST_DATABASE'] === 'postgres' ? 's3' : 'disk';

/** For a test file: an application on this store, with a freelancer's empty version in it. */
export async function versionOnStore() {
  const s3 = USUAL_STORE === 's3' ? await temporaryBucket() : undefined;
  const setup = await sharedTestApp(s3?.environment);
  const owner = await setup.createFreelancer();
  const { id } = await setup.createVersion({ project: await setup.createProject({ owner }) });
  return { setup, owner, versionId: id };
}
