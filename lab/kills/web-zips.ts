import { createHash, type Hash, randomInt } from 'node:crypto';
import { once } from 'node:events';
import http from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Section } from '@vitrin/shared/contract/sections.ts';
import { type ApiSession, openApiSession } from '../../test-kit/api-session.ts';
import { expectNoErrors } from '../../test-kit/bad-days/restarts.ts';
import { type Delivery, prepareDelivery } from '../../test-kit/delivery.ts';
import { residentMegabytes } from '../../test-kit/large/process-memory.ts';
import { signedIn } from '../../test-kit/large/transfers.ts';
import { startPostgres } from '../../test-kit/postgres-cluster.ts';
import { type Product, startProduct } from '../../test-kit/product.ts';
import { startS3Server } from '../../test-kit/s3-server.ts';
import { PALETTES, posterPng } from '../../test-kit/sample-files/picture.ts';
import { uploadFile } from '../../test-kit/upload-file.ts';
import { START_MILLISECONDS } from './kills.ts';

const FILES = 2000;
const SECTIONS = 12;
/** Pictures that are drawn; the others are rows with the same web sizes. */
const DRAWN = 8;
/** Cuts of one download; the last of them is a SIGKILL of the instance that sends. */
const CUTS_OF_ONE = 10;
/**
 * Limits: milliseconds until the first byte of the zip, and megabytes that an instance uses beyond its idle
 * memory.
 */
const MUST = { firstByte: 1000, megabytes: 250 };

type Instance = { product: Product; start: () => Promise<Product> };

/**
 * Downloads the web size of 2,000 pictures in 12 sections from two instances that share a PostgreSQL and a
 * bucket, interrupted at random bytes: each download continues at the other instance, and one interruption in
 * ten is a SIGKILL, after which the instance restarts. Throws unless each download has the SHA-256 of an
 * uninterrupted one, and both limits are kept.
 */
export async function cutWebZips(cuts: number): Promise<void> {
  const cluster = await startPostgres({ durable: true });
  const s3 = await startS3Server();
  const env = {
    ...s3.environment,
    DATABASE_URL: cluster.url,
    SECRET_KEY: 'k'.repeat(64),
    RATE_LIMITS: 'off',
    PAYMENTS: 'off',
  };
  const start = (dataDir?: string) =>
    startProduct({ ...(dataDir !== undefined && { dataDir }), env, startWithinMs: START_MILLISECONDS });
  const begin = async (dataDir?: string): Promise<Instance> => {
    const product = await start(dataDir);
    return { product, start: () => start(product.dataDir) };
  };
  const instances: Instance[] = [];
  try {
    const first = await start();
    const { customer, address } = await deliverPictures(first, cluster.url);
    await first.stop();
    instances.push(await begin(first.dataDir), await begin());
    await cutRepeatedly(instances, { customer, address }, cuts);
  } finally {
    for (const { product } of instances) await product.remove();
    await s3.stop();
    await cluster.stop();
  }
}

type Zip = { customer: ApiSession; address: string };

async function cutRepeatedly(instances: readonly Instance[], zip: Zip, cuts: number): Promise<void> {
  const sessionAt = (at: number) => {
    const instance = instances[at % instances.length];
    if (!instance) throw new Error('There is no instance');
    return { instance, session: openApiSession(instance.product.url, zip.customer.cookies) };
  };
  const rest = Math.max(...instances.map(({ product }) => residentMegabytes(product.pid).now));
  const whole = await openZip(sessionAt(0).session, zip.address);
  const { size, tag } = whole;
  const expected = createHash('sha256');
  const waits = [await takeUntil(whole, { at: 0, end: size }, expected)];
  const digest = expected.digest('hex');
  let [asked, cut, kills, peak] = [0, 0, 0, rest];
  const startedAt = performance.now();
  while (cut < cuts) {
    const cutAt = Array.from({ length: Math.min(CUTS_OF_ONE, cuts - cut) }, () => randomInt(1, size));
    const ends = [...cutAt.toSorted((one, other) => one - other), size];
    const sum = createHash('sha256');
    let at = 0;
    let restarting: Promise<void> | undefined;
    for (const [index, end] of ends.entries()) {
      asked += 1;
      const { instance, session } = sessionAt(asked);
      const part = await openZip(session, zip.address, { from: at, tag });
      const isKilled = index === ends.length - 2;
      waits.push(await takeUntil(part, { at, end }, sum, isKilled ? () => killAtWork(instance) : undefined));
      if (isKilled) restarting = restart(instance);
      at = end;
    }
    await restarting;
    if (sum.digest('hex') !== digest) throw new Error(`A download cut at ${cutAt.join()} has other bytes`);
    cut += cutAt.length;
    kills += 1;
  }
  for (const { product } of instances) {
    expectNoErrors(product);
    peak = Math.max(peak, residentMegabytes(product.pid).peak);
  }
  const longest = Math.max(...waits);
  console.log(
    `${FILES} pictures in the web size, ${Math.round(size / 1_000_000)} MB: ${cut} cuts, ${kills} of them kills, on ` +
      `${instances.length} instances in ${Math.round((performance.now() - startedAt) / 1000)} s, each download whole; first ` +
      `byte after ${Math.round(longest)} ms at most; memory ${Math.round(rest)} MB at rest and ${Math.round(peak)} MB at most`,
  );
  if (longest > MUST.firstByte) throw new Error('A first byte comes too late');
  if (peak - rest > MUST.megabytes) throw new Error('A download holds too much memory');

  async function killAtWork({ product }: Instance): Promise<void> {
    peak = Math.max(peak, residentMegabytes(product.pid).peak);
    await product.kill();
  }
}

async function restart(instance: Instance): Promise<void> {
  instance.product = await instance.start();
}

type Opened = { response: http.IncomingMessage; askedAt: number; size: number; tag: string };

/** Asks for a zip, or for the rest of it from a byte on, and throws where another one is answered. */
async function openZip(
  session: ApiSession,
  address: string,
  rest?: { from: number; tag: string },
): Promise<Opened> {
  const askedAt = performance.now();
  const headers = {
    ...signedIn(session),
    ...(rest && { range: `bytes=${rest.from}-`, 'if-range': rest.tag }),
  };
  // Opens a new connection, because the server may close a kept one just as it is reused.
  const request = http.get(new URL(address, session.origin), { headers, agent: false });
  const [response] = (await once(request, 'response')) as [http.IncomingMessage];
  const { statusCode, headers: answered } = response;
  const tag = String(answered.etag);
  const isMeant = rest ? statusCode === 206 && tag === rest.tag : statusCode === 200;
  if (!isMeant) throw new Error(`A zip was answered with ${statusCode} and ${tag}`);
  return { response, askedAt, size: Number(answered['content-length']), tag };
}

/** Adds the bytes up to `end` to a digest and breaks the download off, by `cut` if given; resolves to the wait for the first byte. */
async function takeUntil(
  { response, askedAt }: Opened,
  { at, end }: { at: number; end: number },
  digest: Hash,
  cut: () => Promise<void> = () => Promise.resolve(),
): Promise<number> {
  let wait: number | undefined;
  let taken = at;
  for await (const piece of response as AsyncIterable<Buffer>) {
    wait ??= performance.now() - askedAt;
    digest.update(piece.subarray(0, end - taken));
    taken += piece.length;
    if (taken < end) continue;
    await cut();
    break;
  }
  if (taken < end) throw new Error(`A download ended at ${taken} of ${end} bytes`);
  return wait ?? 0;
}

/** Delivers a version with all pictures made in the web size, and returns the address of its zip. */
async function deliverPictures(product: Product, databaseUrl: string): Promise<Zip> {
  const delivery = await prepareDelivery(product, 'web-zips');
  const palettes = Object.values(PALETTES);
  for (let index = 0; index < DRAWN; index += 1) {
    const palette = palettes[index % palettes.length] ?? PALETTES.hotel;
    const poster = { palette, title: `Poster ${index}`, line: 'Of many', width: 2400, height: 1600 };
    await uploadFile(delivery.freelancer, delivery.version, `${index}.png`, await posterPng(poster));
  }
  const { customer } = delivery;
  const address = `/api/versions/${delivery.version}/zip/?size=web`;
  while ((await customer.call('HEAD', address)).status !== 200) await pause(1000);
  await multiply(databaseUrl, delivery);
  return { customer, address };
}

/** Adds rows like those of the drawn pictures until there are 2,000, in sections: to draw each would take an hour. */
async function multiply(databaseUrl: string, { freelancer, version }: Delivery): Promise<void> {
  const sections: number[] = [];
  for (let index = 1; index <= SECTIONS; index += 1) {
    const section = { name: `Chapter ${index}`, version };
    sections.push((await freelancer.expectCall<Section>(201, 'POST', '/api/sections/', section)).id);
  }
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ column_name: string }>(
      `select column_name from information_schema.columns where table_name = 'files'`,
    );
    const same = rows
      .map(({ column_name }) => column_name)
      .filter((name) => !['id', 'name', 'storage_key', 'section_id'].includes(name))
      .join();
    const like = `from (select *, row_number() over (order by id) - 1 as drawn from files) as files
      join generate_series(${DRAWN}, ${FILES - 1}) as place on place % ${DRAWN} = drawn`;
    await client.query(
      `insert into files (name, storage_key, ${same}) select place || '.png', 'like-' || place, ${same} ${like}`,
    );
    await client.query(
      `update files set section_id = ($1::int[])[1 + split_part(name, '.', 1)::int * ${SECTIONS} / ${FILES}]`,
      [sections],
    );
    // Each is kept for as long as the drawn ones.
    await client.query(
      `insert into derived_files (file_id, owner_id, kept_until)
        select id, files.owner_id, (select min(kept_until) from derived_files) from files on conflict do nothing`,
    );
  } finally {
    await client.end();
  }
}
