import { Readable } from 'node:stream';
import { newStorageKey } from '@vitrin/engine/storage/storage.ts';
import { sendArchive, exportArchive } from '../archives/archive-journeys.ts';
import { freelancers, hidden, row, type Row } from './access-row.ts';
import type { World } from './access-world.ts';

const project = ({ project: { id } }: World) => ({ id });

/** Export and import of everything of a freelancer. */
export const archiveRows: Row[] = [
  row('GET /api/export/', freelancers(200)),
  row('POST /api/export/', freelancers(201)),
  row('DELETE /api/export/', freelancers(204)),
  row('GET /api/export/archive/', [401, 403, 403, 404, 200], exported),
  row('GET /api/imports/', freelancers(200)),
  row('POST /api/imports/:id/bring/', [401, 403, 403, 404, 204], async (world) => ({
    ...(await foundGood(world)),
    payload: {},
  })),
  row('DELETE /api/imports/:id/', [401, 403, 403, 404, 204], foundGood),
  row('GET /api/projects/:id/brought-receipts/', hidden, project),
  row('GET /api/projects/:id/brought-receipts/:number/', hidden, importedReceipt),
];

/** An archive that the owner may import. */
async function foundGood({ owner, setup }: World) {
  const archive = await exportArchive(setup, owner);
  return { id: (await sendArchive(setup, owner, archive)).id };
}

/** A receipt that came along with the project. */
async function importedReceipt({ project: { id }, setup }: World) {
  const storage_key = newStorageKey();
  await setup.context.storage.write(storage_key, Readable.from([Buffer.from('{}')]));
  const row = {
    project_id: id,
    number: 1,
    storage_key,
    size_bytes: 2,
    sha256: 'x',
    brought_at: '2026-11-20T10:00:00.000Z',
  };
  await setup.db.insertInto('brought_receipts').values(row).execute();
  return { id };
}

/** Rows of an archive that is the owner's alone. */
async function exported({ owner, setup }: World) {
  await owner.browser.post('/api/export/');
  await setup.runJobs();
  return {};
}
