import { globSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { startProduct } from '../../../test-kit/product.ts';
import { allAnswers, doWork, thumbnailOf } from '../testing/backup/all-answers.ts';
import { runBackupHere } from '../testing/backup/processes.ts';
import { afterwards, temporaryFolder } from '@vitrin/engine/testing/temporary.ts';

const folder = temporaryFolder();
let product = await startProduct({ dataDir: join(folder, 'data') });
afterwards(() => product.remove());
const work = await doWork(product);
/** Answers of the restored installation to every request. */
let answers: Awaited<ReturnType<typeof allAnswers>>;

// The second restore begins where the first has ended.
describe('answers after a restore', { shuffle: false }, () => {
  test('a restored installation gives every answer that the one before gave', async () => {
    const backups = join(folder, 'backups');
    const dataDir = join(folder, 'restored');
    await expect.poll(async () => (await thumbnailOf(work)) !== null, { timeout: 15_000 }).toBe(true);
    const environment = { DATA_DIR: product.dataDir };
    // A first look leaves traces, such as a download: a server that stops has written all of them.
    await allAnswers(product, work);
    await product.stop();
    product = await startProduct({ dataDir: product.dataDir });
    expect(await runBackupHere(['backup', backups], environment)).toMatchObject({ code: 0 });
    const before = await allAnswers(product, work);
    await product.stop();
    expect(await runBackupHere(['restore', backups], { DATA_DIR: dataDir })).toMatchObject({ code: 0 });
    product = await startProduct({ dataDir });
    answers = await allAnswers(product, work);
    expect(Object.keys(before).length).toBeGreaterThan(30);
    expect(Object.values(before).filter(({ status }) => status === 200).length).toBeGreaterThan(20);
    expect(answers).toEqual(before);
  });

  test('objects left out of a restore are answered with 404 and a sentence, and nothing breaks', async () => {
    const backups = join(folder, 'damaged');
    const dataDir = join(folder, 'restored-in-part');
    await runBackupHere(['backup', backups], { DATA_DIR: product.dataDir });
    await product.stop();
    for (const object of globSync('objects/??/*', { cwd: backups }))
      writeFileSync(join(backups, object), 'x');
    const restored = await runBackupHere(['restore', backups, '--leave-out-damaged'], { DATA_DIR: dataDir });
    expect(restored).toMatchObject({ code: 4, out: expect.stringContaining('logo.png') });
    product = await startProduct({ dataDir });
    const after = await allAnswers(product, work);
    const changed = Object.keys(answers).filter((path) => answers[path]?.status !== after[path]?.status);
    expect(changed.length).toBeGreaterThan(5);
    for (const path of changed)
      expect(after[path], path).toMatchObject({ status: 404, body: { detail: expect.stringMatching(/\w/) } });
  });
});
