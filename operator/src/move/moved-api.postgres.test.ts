import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { openApiSession } from '../../../test-kit/api-session.ts';
import { type Product, startProduct } from '../../../test-kit/product.ts';
import { allAnswers, doWork, thumbnailOf } from '../testing/backup/all-answers.ts';
import type { TestInstallation } from '../testing/backup/installations.ts';
import { runMoveProcess } from '../testing/backup/processes.ts';
import { emptyInstallation } from '../testing/backup/shared-backup.ts';
import { afterwards, temporaryFolder } from '@vitrin/engine/testing/temporary.ts';

let folder: string;
let next: TestInstallation;

beforeEach(async () => {
  folder = temporaryFolder();
  next = await emptyInstallation({ isEmbedded: false, isOnDisk: false });
});

async function start(dataDir: string, env: Record<string, string> = {}): Promise<Product> {
  const product = await startProduct({ dataDir, env });
  afterwards(() => product.remove());
  return product;
}

test('a server answers reads while its installation moves, and the next one gives the same answers', async () => {
  const dataDir = join(folder, 'data');
  let old = await start(dataDir);
  const work = await doWork(old);
  await expect.poll(async () => (await thumbnailOf(work)) !== null, { timeout: 15_000 }).toBe(true);
  // A first look leaves traces, such as a download: a server that stops has written all of them.
  await allAnswers(old, work);
  await old.stop();
  old = await start(dataDir);
  const before = await allAnswers(old, work);
  const SECRET_KEY = readFileSync(join(dataDir, 'secret.key'), 'utf8').trim();
  const environment = { ...next.environment, SECRET_KEY, DATA_DIR: next.dataDir };
  const file = join(folder, 'new.env');
  writeFileSync(
    file,
    Object.entries(environment)
      .map(([name, value]) => `${name}=${value}\n`)
      .join(''),
  );
  expect(await runMoveProcess([file], { DATA_DIR: dataDir })).toMatchObject({ code: 0 });

  const session = openApiSession(old.url, work.freelancer.cookies);
  await expect
    .poll(async () => (await session.call('GET', '/api/projects/')).headers.get('vitrin-read-only'), {
      timeout: 15_000,
    })
    .toBe('moved');
  const refused = await session.call('POST', '/api/projects/', { name: 'Late' });
  expect(refused).toMatchObject({ status: 503, body: { code: 'read_only' } });
  expect((await session.call('GET', `/api/projects/${work.ids['project']}/`)).status).toBe(200);
  await old.stop();

  const moved = await start(next.dataDir, environment);
  const after = await allAnswers(moved, work);
  expect(Object.values(after).filter(({ status }) => status === 200).length).toBeGreaterThan(20);
  // On PostgreSQL another key signs receipts; it is named in them, and published beside the one before.
  const isSame = ([asked]: [string, unknown]) => !/\/receipt(-keys)?\/$/.test(asked);
  expect(Object.entries(after).filter(isSame)).toEqual(Object.entries(before).filter(isSame));
  await openApiSession(moved.url, work.freelancer.cookies).expectCall(201, 'POST', '/api/projects/', {
    name: 'On',
  });
}, 240_000);
