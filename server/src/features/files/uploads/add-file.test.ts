import { expect, test } from 'vitest';
import { ForbiddenError } from '../../../errors.ts';
import {
  createCustomer,
  createFreelancer,
  createProject,
  createVersion,
} from '../../../testing/factories.ts';
import { sharedTestApp } from '../../../testing/shared-test-app.ts';
import { addFile } from './add-file.ts';

const setup = await sharedTestApp();

test('a user who may only view a version adds no file to it, by any kind of upload', async () => {
  const owner = await createFreelancer(setup);
  const customer = await createCustomer(setup, { owner });
  const version = await createVersion(setup, { project: await createProject(setup, { owner, customer }) });
  const file = {
    version_id: version.id,
    section_id: null,
    name: 'a.bin',
    storage_key: '0'.repeat(64),
    size_bytes: 1,
    sha256: '0'.repeat(64),
    crc32: 0,
    media_type: 'application/octet-stream',
    width: null,
    height: null,
    modified: null,
  };
  await expect(addFile(setup.context, customer, file, 'an-upload')).rejects.toBeInstanceOf(ForbiddenError);
});
