import { expect, test } from 'vitest';
import { AUTH } from '../testing/accounts.ts';
import { createFreelancer, createProject, createVersion } from '../testing/factories.ts';
import { uploadTo } from '../testing/forms.ts';
import { drawn } from '../testing/pictures.ts';
import { sharedTestApp } from '../testing/shared-test-app.ts';
import { createTusUser } from '../testing/tus.ts';

const setup = await sharedTestApp();
let woken = 0;
setup.app.jobs.wake = () => void (woken += 1);

async function wokenBy(request: () => Promise<unknown>): Promise<number> {
  woken = 0;
  await request();
  return woken;
}

const owner = await createFreelancer(setup);
const project = await createProject(setup, { owner });
const version = await createVersion(setup, { project });
const picture = await drawn();

test('a request that enqueues no job starts no search for one', async () => {
  const milestone = { project: project.id, name: 'Sketches', description: '', completed: false };
  const created = () => owner.browser.post('/api/milestones/', milestone);
  expect(await wokenBy(created)).toBe(0);
  expect(await setup.db.selectFrom('milestones').select('name').execute()).toEqual([{ name: 'Sketches' }]);
});

test.each<[string, () => Promise<unknown>]>([
  ['a mail', () => owner.browser.post(`${AUTH}/auth/password/request`, { email: 'nobody@example.com' })],
  ['a picture in a form', () => uploadTo(owner.browser, version.id, picture, 'work.png')],
  ['a picture in pieces', () => sendInPieces('work.png', picture)],
])('%s enqueues a job, which begins at once', async (_what, request) => {
  expect(await wokenBy(request)).toBe(1);
});

async function sendInPieces(name: string, bytes: Buffer) {
  const tus = createTusUser(setup, owner, version.id);
  const { headers } = await tus.create(bytes.length, { name });
  const [address, half] = [String(headers['location']), 3];
  expect(await wokenBy(() => tus.patch(address, 0, bytes.subarray(0, half)))).toBe(0);
  await tus.patch(address, half, bytes.subarray(half));
}
