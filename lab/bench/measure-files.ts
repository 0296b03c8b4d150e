import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { ApiSession } from '../../test-kit/api-session.ts';
import type { Product } from '../../test-kit/product.ts';
import { startLimitServer } from './child-server.ts';
import { ROUND_MS, compare } from './compare.ts';
import { httpRequest } from './load.ts';
import { headersOf, multipartUpload, portOf, randomBytes } from './requests.ts';

const MB = 1_000_000;

/** Uploads and downloads. H pipes to and from disk and syncs each upload before it answers. */
export async function measureFiles(
  folder: string,
  product: Product,
  session: ApiSession,
  versionId: number,
  smallUrl: string,
  largeUrl: string,
) {
  const served = path.join(folder, 'served');
  mkdirSync(served);
  writeFileSync(path.join(served, 'small'), randomBytes(20 * 1024));
  writeFileSync(path.join(served, 'large'), randomBytes(100 * MB));
  const bare = await startLimitServer('bare-http', [served]);
  const vitrinPort = portOf(product);
  const downloads = [
    [
      'download of 20 KB, 32 connections',
      smallUrl,
      'small',
      [],
      32,
      'perSecond',
      'must >= 0.8 H, aim >= 1.0 H',
    ],
    ['download of 100 MB', largeUrl, 'large', [], 1, 'megabytesPerSecond', 'must >= 0.8 H, aim >= 1.0 H'],
    [
      'range of 64 KiB',
      largeUrl,
      'large',
      ['range: bytes=1048576-1114111'],
      8,
      'perSecond',
      'must >= 0.8 H, aim >= 1.0 H',
    ],
  ] as const;
  for (const [what, url, name, extra, connections, unit, note] of downloads) {
    const own = httpRequest('GET', url, [...headersOf(session), ...extra]);
    const limit = httpRequest('GET', `/${name}`, ['host: localhost', ...extra]);
    await compare(what, unit, { connections, durationMs: ROUND_MS }, note, [
      { name: 'Vitrin', port: vitrinPort, pid: product.pid, request: () => own },
      { name: 'H', port: bare.port, pid: bare.pid, request: () => limit },
    ]);
  }
  for (const [what, size, connections, note] of [
    ['upload of 1 MB, 8 at once', MB, 8, 'must >= 0.55 H, aim >= 0.8 H'],
    ['upload of 1 MB, 32 at once', MB, 32, 'must >= 0.5 H, aim >= 0.8 H'],
    ['upload of 200 MB', 200 * MB, 1, 'must >= 0.7 H, aim >= 1.0 H'],
  ] as const) {
    const upload = multipartUpload(versionId, randomBytes(size));
    const own = httpRequest('POST', '/api/files/', [...headersOf(session), upload.contentType], upload.body);
    const limit = httpRequest('POST', '/', ['host: localhost', upload.contentType], upload.body);
    await compare(what, 'megabytesPerSecond', { connections, durationMs: ROUND_MS }, note, [
      { name: 'Vitrin', port: vitrinPort, pid: product.pid, request: () => own },
      { name: 'H', port: bare.port, pid: bare.pid, request: () => limit },
    ]);
  }
  await bare.stop();
}
