import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import type { Milestone } from '@vitrin/shared/contract/milestones.ts';
import type { Picture } from '@vitrin/shared/contract/pictures.ts';
import type { Project } from '@vitrin/shared/contract/projects.ts';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { registerFreelancer } from '../../../test-kit/accounts.ts';
import { type ApiSession, openApiSession } from '../../../test-kit/api-session.ts';
import { type Product, startProduct } from '../../../test-kit/product.ts';
import { addressesIn, dataAddress } from '../../../server/src/testing/pictures.ts';

/** Longer than an unclaimed picture (one day) and a temporary file (two days) are kept. */
const SWEPT_MS = 50 * 3600 * 1000;
const ENV = { RATE_LIMITS: 'off' };

/** Each picture has a colour of its own, by which it is recognised. */
type Colour = string;
type Text = { milestone: number; acknowledged: Colour[]; attempted: Colour[]; claiming?: [string, Colour] };

describe('pictures of a server that is killed', () => {
  let product: Product;
  let session: ApiSession;
  const texts: Text[] = [];
  /** Acknowledged pictures that are in no text, by address. */
  const posted = new Map<string, Colour>();
  let acknowledged = 0;

  beforeAll(async () => {
    product = await startProduct({ env: ENV });
    session = await registerFreelancer(product, 'painter');
    const work = { name: 'Gallery', description: '', customer_id: null };
    const project = await session.expectCall<Project>(201, 'POST', '/api/projects/', work);
    for (let made = 0; made < 3; made += 1) {
      const step = { name: 'Wall', description: '', completed: false, project: project.id };
      const { id } = await session.expectCall<Milestone>(201, 'POST', '/api/milestones/', step);
      texts.push({ milestone: id, acknowledged: [], attempted: [] });
    }
  });
  afterAll(() => product.remove());

  test.each([1, 2, 3, 4])('all acknowledged ones exist, in the texts they belong to (kill %i)', async () => {
    await killInTheMiddle();
    product = await startProduct({ dataDir: product.dataDir, env: ENV });
    session = openApiSession(product.url, session.cookies);
    for (const text of texts) await settle(text);
    for (const [address, colour] of posted) expect(await colourAt(address)).toBe(colour);
  });

  test('rows and objects agree once unclaimed pictures were removed', async () => {
    await product.stop();
    product = await startProduct({ dataDir: product.dataDir, env: ENV, clockAheadMs: SWEPT_MS });
    session = openApiSession(product.url, session.cookies);
    await expect.poll(leftToDo, { timeout: 30_000 }).toEqual({ unclaimed: 0, deletions: 0, temporary: 0 });
    const rows = query('select storage_key from pictures').map((row) => String(row['storage_key']));
    expect(objects().toSorted()).toEqual(rows.toSorted());
    expect(rows).toHaveLength(texts.reduce((sum, text) => sum + text.acknowledged.length, 0));
    for (const text of texts) await settle(text);
  });

  /** Expects the last acknowledged text, or the one without an answer, with all its pictures. */
  async function settle(text: Text): Promise<void> {
    const description = await descriptionOf(text);
    const colours: Colour[] = [];
    for (const address of addressesIn(description)) colours.push(await colourAt(address));
    expect([text.acknowledged, text.attempted]).toContainEqual(colours);
    const isSaved = JSON.stringify(colours) === JSON.stringify(text.attempted);
    if (!isSaved && text.claiming) posted.set(...text.claiming);
    Object.assign(text, { acknowledged: colours, attempted: colours, claiming: undefined });
  }

  /** Posts pictures and puts them into and out of texts from five sides; then SIGKILL, at a random time. */
  async function killInTheMiddle(): Promise<void> {
    const killed = new AbortController();
    const untilKilled = async (step: () => Promise<void>) => {
      while (!killed.signal.aborted) {
        try {
          await step();
          acknowledged += 1;
        } catch (error) {
          if (!killed.signal.aborted) throw error;
        }
      }
    };
    const work = [
      ...texts.map((text) => untilKilled(() => change(text))),
      ...Array.from({ length: 2 }, () => untilKilled(post)),
    ];
    const wanted = acknowledged + 10 + Math.floor(Math.random() * 20);
    const isEnough = () => acknowledged >= wanted;
    const kill = (async () => {
      while (!isEnough()) await pause(1);
      await pause(Math.random() * 20);
      killed.abort();
      await product.kill();
    })();
    await Promise.all([kill, ...work]);
  }

  async function post(): Promise<void> {
    const [colour, bytes] = await draw();
    const form = new FormData();
    form.set('picture', new Blob([new Uint8Array(bytes)]), 'picture.png');
    const { picture } = await session.expectCall<Picture>(201, 'POST', '/api/pictures/', form);
    posted.set(picture, colour);
  }

  /** Keeps the newer half of the pictures, and adds a posted one and an embedded one. */
  async function change(text: Text): Promise<void> {
    const url = `/api/milestones/${text.milestone}/`;
    const kept = addressesIn(await descriptionOf(text)).slice(-2);
    const [colour, bytes] = await draw();
    const [claiming] = posted;
    if (claiming) posted.delete(claiming[0]);
    const addresses = [...kept, ...(claiming ? [claiming[0]] : []), dataAddress(bytes)];
    Object.assign(text, {
      claiming,
      attempted: [...text.acknowledged.slice(-2), ...(claiming ? [claiming[1]] : []), colour],
    });
    const html = addresses.map((address) => `<p><img src="${address}"></p>`).join('');
    await session.expectCall(200, 'PATCH', url, { description: html });
    Object.assign(text, { acknowledged: text.attempted, claiming: undefined });
  }

  async function descriptionOf({ milestone }: Text): Promise<string> {
    const list = await session.expectCall<{ results: Milestone[] }>(200, 'GET', '/api/milestones/');
    return list.results.find(({ id }) => id === milestone)?.description ?? '';
  }

  async function colourAt(address: string): Promise<Colour> {
    const bytes = await session.expectCall<Buffer>(200, 'GET', address);
    return (await sharp(bytes).removeAlpha().raw().toBuffer()).subarray(0, 3).toString('hex');
  }

  function leftToDo() {
    const count = (rows: unknown[]) => rows.length;
    return {
      unclaimed: count(query('select id from pictures where project_id is null')),
      deletions: count(query(`select id from jobs where kind = 'delete-objects'`)),
      temporary: count(readdirSync(join(product.dataDir, 'files', 'tmp'))),
    };
  }

  function objects(): string[] {
    const root = join(product.dataDir, 'files');
    const folders = readdirSync(root).filter((name) => name !== 'tmp');
    return folders.flatMap((folder) => readdirSync(join(root, folder)));
  }

  function query(statement: string) {
    const database = new DatabaseSync(join(product.dataDir, 'vitrin.sqlite'), { readOnly: true });
    const rows = database.prepare(statement).all();
    database.close();
    return rows;
  }
});

async function draw(): Promise<[Colour, Buffer]> {
  const [r = 0, g = 0, b = 0] = crypto.getRandomValues(new Uint8Array(3));
  const picture = sharp({ create: { width: 8, height: 8, channels: 3, background: { r, g, b } } });
  return [Buffer.from([r, g, b]).toString('hex'), await picture.png().toBuffer()];
}
