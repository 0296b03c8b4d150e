import { writeFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { registerFreelancer } from '../../test-kit/accounts.ts';
import { startProduct } from '../../test-kit/product.ts';
import { startLimitServer } from './child-server.ts';
import { isWanted, ratio, report, ROUND_MS, ROUNDS } from './compare.ts';
import { httpRequest, measure, median } from './load.ts';
import { ENV, headersOf, multipartUpload, portOf } from './requests.ts';
import { openDatabase, seedProjects, UNLIMITED_PLAN } from './seed.ts';

export const MIXED = 'mixed: p99 of a page of 10 projects, 28 connections, while 4 upload pictures';
const READERS = 28;
const UPLOADERS = 4;
const MOST = 6;

/**
 * Measures the slowest hundredth of readers while others upload pictures, which are turned into thumbnails. F
 * serves as many readers beside the same uploads to Vitrin, so that both run under the same load.
 */
export async function measureMixed(folder: string): Promise<void> {
  if (!isWanted(MIXED)) return;
  const dataDir = path.join(folder, 'mixed');
  const product = await startProduct({ dataDir, env: ENV });
  const session = await registerFreelancer(product, 'bench-mixed');
  const plans = openDatabase(dataDir);
  plans.exec(UNLIMITED_PLAN);
  plans.close();
  const { scratch } = await seedProjects(session);
  const file = path.join(folder, 'mixed.json');
  writeFileSync(file, JSON.stringify(await session.expectCall(200, 'GET', '/api/projects/')));
  const bare = await startLimitServer('bare-fastify', [file, file]);
  const picture = await sharp({
    create: {
      width: 2000,
      height: 1500,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  })
    .jpeg()
    .toBuffer();
  const { contentType, body } = multipartUpload(scratch.versionId, picture, 'picture.jpg');
  const upload = httpRequest('POST', '/api/files/', [...headersOf(session), contentType], body);
  const list = httpRequest('GET', '/api/projects/', headersOf(session));

  const slowest = async (port: number): Promise<number> => {
    const load = {
      durationMs: ROUND_MS,
      connections: UPLOADERS,
      port: portOf(product),
      request: () => upload,
    };
    const uploads = measure(load);
    const { p99Ms } = await measure({ ...load, connections: READERS, port, request: () => list });
    await uploads;
    return p99Ms;
  };
  const turns = { own: [] as number[], bare: [] as number[] };
  for (let round = 0; round < ROUNDS; round += 1) {
    turns.own.push(await slowest(portOf(product)));
    turns.bare.push(await slowest(bare.port));
  }
  await product.stop();
  await bare.stop();
  const [own, limit] = [median(turns.own), median(turns.bare)];
  report({
    what: MIXED,
    figures: { Vitrin: `${own.toFixed(1)} ms`, F: `${limit.toFixed(1)} ms (${ratio(own / limit)})` },
    note: `must <= ${MOST} x, aim <= 3 x`,
    missed: own / limit > MOST ? [`${ratio(own / limit)} of F`] : [],
  });
}
