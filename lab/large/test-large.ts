import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Project } from '@vitrin/shared/contract/projects.ts';
import type { Version } from '@vitrin/shared/contract/versions.ts';
import { registerFreelancer } from '../../test-kit/accounts.ts';
import { type ApiSession, openApiSession } from '../../test-kit/api-session.ts';
import { GB, gb, peakMemoryMb, rate, timed } from '../../test-kit/large/measures.ts';
import { digestAt, digestOfRepeated, readPart, signedIn } from '../../test-kit/large/transfers.ts';
import { type Product, startProduct } from '../../test-kit/product.ts';

/**
 * Tests that need gigabytes or minutes. Files of 2 GB and of 5 GB (or of the given sizes, in GB) are uploaded,
 * with a kill of the server in between, and downloaded, also as one zip with ten interruptions; every byte is
 * compared, and the server's memory is watched. Needs three times the space in the temporary folder, and
 * `unzip`. `--disks` sets how many disks are rebuilt after a power cut, `--twice-cut` how many after a second
 * cut during the recovery; their largest uploads have 64 MiB (`--largest-mib`). `--only=files` or `--only=disks`
 * runs just one part.
 */
const CHUNK = Buffer.alloc(1024 * 1024, 'vitrin');
const MAX_GROWTH_MB = 64;
const TUS = { 'tus-resumable': '1.0.0' };

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    disks: { type: 'string', default: '300' },
    'twice-cut': { type: 'string', default: '100' },
    'largest-mib': { type: 'string', default: '64' },
    only: { type: 'string' },
  },
});
const given = positionals.map(Number);
const sizes = (given.length > 0 ? given : [2, 5]).map((size) => Math.round(size * GB) + 7);
const folder = mkdtempSync(path.join(tmpdir(), 'vitrin-large-'));
const dataDir = path.join(folder, 'data');
const env = { RATE_LIMITS: 'off', MAX_UPLOAD_MB: '100000' };
let passed = 0;
let product: Product | undefined;
try {
  if (options.only !== 'disks') await main();
  if (options.only !== 'files') rebuildDisks();
  console.log(`${passed} passed, 0 failed`);
} finally {
  await product?.stop();
  rmSync(folder, { recursive: true, force: true });
}

function rebuildDisks() {
  const { disks, 'twice-cut': twiceCut, 'largest-mib': largest } = options;
  const test = 'lab/power-cuts';
  execFileSync(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', '--project=server-sqlite', test], {
    stdio: 'inherit',
    env: {
      ...process.env,
      VITRIN_TEST_DISKS: disks,
      VITRIN_TEST_TWICE_CUT_DISKS: twiceCut,
      VITRIN_TEST_LARGEST_MIB: largest,
    },
  });
  check(
    true,
    `${disks} disks are whole after a power cut, ${twiceCut} after a second one, with files of up to ${largest} MiB`,
  );
}

async function main() {
  product = await startProduct({ dataDir, env });
  let session = await registerFreelancer(product, 'large');
  await product.stop();
  const grant = ['operator/src/admin/main.ts', 'grant-storage', 'large', '100'];
  execFileSync(process.execPath, grant, { env: { PATH: process.env['PATH'], DATA_DIR: dataDir } });
  product = await startProduct({ dataDir, env });
  session = openApiSession(product.url, session.cookies);
  const work = { name: 'Large', description: '', customer_id: null };
  const project = await session.expectCall<Project>(201, 'POST', '/api/projects/', work);
  const version = await session.expectCall<Version>(201, 'POST', '/api/versions/', {
    version_number: '1',
    description: '',
    project: project.id,
  });
  for (const size of sizes) {
    const id = await uploadWithKill(session, version.id, size);
    session = openApiSession(product.url, session.cookies);
    const before = peakMemoryMb(product);
    const [seconds, digest] = await timed(() => digestAt(session, `/api/files/${id}/content/`));
    check(
      digest === digestOfRepeated(CHUNK, size),
      `${gb(size)} came down byte for byte (${rate(size, seconds)})`,
    );
    checkGrowth(before, `while ${gb(size)} came down`);
  }
  await zipWithCuts(session, `/api/versions/${version.id}/zip/`);
}

/** Uploads half of the file, kills the server, and uploads the rest. */
async function uploadWithKill(session: ApiSession, versionId: number, size: number): Promise<string> {
  if (!product) throw new Error('not started');
  const { headers } = await session.call('POST', '/api/uploads/', undefined, {
    ...TUS,
    'upload-length': String(size),
    'upload-metadata': `filename ${btoa(`${size}.bin`)},version ${btoa(String(versionId))}`,
  });
  const url = headers.get('location') ?? '';
  await patch(session, url, 0, size, Math.floor(size / 2)).catch(() => {});
  await product.kill();
  product = await startProduct({ dataDir, env });
  const again = openApiSession(product.url, session.cookies);
  const where = await again.call('HEAD', url, undefined, TUS);
  const offset = Number(where.headers.get('upload-offset'));
  check(offset > 0 && offset < size, `${gb(offset)} of ${gb(size)} were kept over a SIGKILL`);
  const before = peakMemoryMb(product);
  const [seconds, answer] = await timed(() => patch(again, url, offset, size, size));
  checkGrowth(before, `while the rest of ${gb(size)} went up (${rate(size - offset, seconds)})`);
  return String(answer['vitrin-file-id']);
}

function patch(session: ApiSession, url: string, offset: number, size: number, until: number) {
  return new Promise<http.IncomingHttpHeaders>((resolve, reject) => {
    const request = http.request(new URL(url, session.origin), {
      method: 'PATCH',
      headers: {
        ...TUS,
        ...signedIn(session),
        'content-type': 'application/offset+octet-stream',
        'upload-offset': offset,
        'content-length': size - offset,
      },
    });
    request.once('error', reject);
    request.once('response', (response) => {
      response.resume();
      resolve(response.headers);
    });
    let position = offset;
    const send = () => {
      while (position < until) {
        const start = position % CHUNK.length;
        const piece = CHUNK.subarray(start, Math.min(CHUNK.length, start + until - position));
        position += piece.length;
        if (request.write(piece)) continue;
        request.once('drain', send);
        return;
      }
      if (until === size) request.end();
      else request.destroy(new Error('cut'));
    };
    send();
  });
}

async function zipWithCuts(session: ApiSession, url: string) {
  if (!product) throw new Error('not started');
  const file = path.join(folder, 'large.zip');
  let answer = await session.call('GET', url, undefined, { range: 'bytes=0-0' });
  for (let waited = 0; answer.status === 409 && waited < 300; waited += 1) {
    await new Promise((resolve) => setTimeout(resolve, 1000));
    answer = await session.call('GET', url, undefined, { range: 'bytes=0-0' });
  }
  const size = Number(answer.headers.get('content-range')?.split('/')[1]);
  const before = peakMemoryMb(product);
  const [seconds] = await timed(async () => {
    for (let position = 0, cut = 0; position < size; cut += 1) {
      const wanted = cut < 10 ? Math.ceil(size / 11) : size;
      position += await readPart(session, url, position, wanted, file);
    }
  });
  checkGrowth(before, `while a zip of ${gb(size)} came down with ten cuts (${rate(size, seconds)})`);
  const said = execFileSync('unzip', ['-tq', file], { encoding: 'utf8' });
  check(said.includes('No errors'), `the zip of ${gb(size)} is clean`);
}

function checkGrowth(before: number, when: string) {
  if (!product) return;
  const growth = peakMemoryMb(product) - before;
  check(growth <= MAX_GROWTH_MB, `memory grew by ${growth.toFixed(0)} MB ${when}`);
}

function check(isTrue: boolean, what: string) {
  if (!isTrue) throw new Error(`Not so: ${what}`);
  passed += 1;
  console.log(what);
}
