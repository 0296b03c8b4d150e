import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import type { Section } from '@vitrin/shared/contract/sections.ts';
import { type Delivery, prepareDelivery } from '../delivery.ts';
import type { Product } from '../product.ts';
import { PALETTES, posterPng } from '../sample-files/picture.ts';
import { uploadFile } from '../upload-file.ts';

const SHAPES = [
  [160, 120],
  [90, 120],
  [240, 100],
] as const;

/**
 * Delivers a version of so many pictures, in as many sections of equal length, on SQLite: three are uploaded and drawn, and
 * the others are rows like theirs, as drawing each would keep the machine busy for as long as it measures.
 */
export async function deliverManyPictures(
  product: Product,
  name: string,
  { pictures, sections }: { pictures: number; sections: number },
): Promise<Delivery> {
  const delivery = await prepareDelivery(product, name);
  const { freelancer, version } = delivery;
  const ids: number[] = [];
  for (let index = 1; index <= sections; index += 1) {
    const section = { name: `Chapter ${index}`, version };
    ids.push((await freelancer.expectCall<Section>(201, 'POST', '/api/sections/', section)).id);
  }
  for (const [index, [width, height]] of SHAPES.entries()) {
    const poster = await posterPng({ palette: PALETTES.hotel, title: '', line: '', width, height });
    await uploadFile(freelancer, version, `${index + 1}.png`, poster);
  }
  await untilThumbnails(delivery);
  multiply(product, version, { pictures, sections: ids });
  return delivery;
}

async function untilThumbnails({ freelancer, version }: Delivery): Promise<void> {
  for (;;) {
    const address = `/api/files/?version=${version}`;
    const { results } = await freelancer.expectCall<{ results: ProjectFile[] }>(200, 'GET', address);
    if (results.every(({ thumbnail }) => thumbnail !== null)) return;
    await pause(500);
  }
}

function multiply(
  { dataDir }: Product,
  version: number,
  { pictures, sections }: { pictures: number; sections: readonly number[] },
): void {
  const database = new DatabaseSync(path.join(dataDir, 'vitrin.sqlite'), { timeout: 30_000 });
  const columns = database.prepare('pragma table_info(files)').all();
  const same = columns
    .map((column) => String(column['name']))
    .filter((column) => !['id', 'name', 'storage_key', 'section_id'].includes(column))
    .join();
  const add = database.prepare(
    `insert into files (name, storage_key, section_id, ${same}) select ?, ?, ?, ${same} from files where version_id = ? and name = ?`,
  );
  const put = database.prepare('update files set section_id = ? where version_id = ? and name = ?');
  database.exec('begin immediate');
  for (let index = 0; index < pictures; index += 1) {
    const section = sections[Math.floor((index * sections.length) / pictures)] ?? null;
    const name = `${index + 1}.png`;
    if (index < SHAPES.length) put.run(section, version, name);
    else add.run(name, `like-${version}-${index}`, section, version, `${(index % SHAPES.length) + 1}.png`);
  }
  database.exec('commit');
  database.close();
}
