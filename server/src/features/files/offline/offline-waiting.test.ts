import { beforeEach, expect, test } from 'vitest';
import { newStorageKey } from '@vitrin/engine/storage/storage.ts';
import { bytesOf } from '@vitrin/engine/bytes/byte-source.ts';
import { createWorld, type World } from '../../../testing/access-matrix/access-world.ts';
import { fillDraft, MARK } from '../../../testing/access-matrix/draft.ts';
import { dataIn, filesIn } from '../../../testing/pages/offline-copies.ts';
import { postPicture } from '../../../testing/pictures.ts';
import { sharedTestApp } from '../../../testing/shared-test-app.ts';

const AS_CLIENT = { 'x-view-as': 'client' };

const setup = await sharedTestApp({ RATE_LIMITS: 'off' });
let world: World;
let url: string;
beforeEach(async () => {
  world = await createWorld(setup);
  url = `/api/projects/${world.project.id}/offline/?taken=${setup.context.now().toISOString()}`;
});

/** A draft with files that have pictures, as if they had been drawn. */
async function fillDrawn(readyAt: string | null): Promise<Awaited<ReturnType<typeof fillDraft>>> {
  const draft = await fillDraft(world, readyAt);
  for (const { id } of draft.files) {
    const key = newStorageKey();
    await setup.context.storage.write(key, bytesOf(Buffer.from(`${MARK} drawn`)));
    const drawn = { thumbnail_large_key: key, thumbnail_large_bytes: MARK.length + 6 };
    await setup.db.updateTable('files').set(drawn).where('id', '=', id).execute();
  }
  return draft;
}

const inSeconds = (seconds: number) => new Date(setup.context.now().getTime() + seconds * 1000).toISOString();

/** Copies of each person who may take one: the client, the freelancer, and the freelancer as the client. */
async function copies(): Promise<{ etag: unknown; archive: Buffer }[]> {
  const { owner, customer } = world;
  const answers = [
    await customer.browser.get(url),
    await owner.browser.get(url),
    await owner.browser.get(url, AS_CLIENT),
  ];
  return answers.map(({ statusCode, headers, rawPayload }) => {
    expect(statusCode).toBe(200);
    return { etag: headers.etag, archive: rawPayload };
  });
}

test.each([
  ['a draft', () => null],
  ['a version whose time is to come', () => inSeconds(600)],
])(
  '%s is nowhere in a copy for either side, and changes none of its bytes',
  async (_what, readyAt) => {
    const before = await copies();
    const { version } = await fillDrawn(readyAt());
    setup.advance(100);
    for (const [index, { etag, archive }] of (await copies()).entries()) {
      expect(etag).toBe(before[0]?.etag);
      expect(archive.equals(before[index]?.archive ?? Buffer.alloc(0))).toBe(true);
      expect(archive.includes(MARK)).toBe(false);
    }
    await world.owner.browser.delete(`/api/versions/${version.id}/`);
    expect((await copies())[0]?.archive.equals(before[0]?.archive ?? Buffer.alloc(0))).toBe(true);
  },
  60_000,
);

test('a version is in copies from its time on, in full, and a download from before begins anew', async () => {
  const { version, files, picture } = await fillDrawn(inSeconds(600));
  setup.advance(599.999);
  const [before] = await copies();
  expect(before?.archive.includes(MARK)).toBe(false);
  setup.advance(0.001);
  const range = { range: 'bytes=10-', 'if-range': String(before?.etag) };
  expect((await world.customer.browser.get(url, range)).statusCode).toBe(200);
  const entries = await filesIn(world.customer.browser, url);
  const folder = `Version ${MARK} 2`;
  expect([...entries.keys()]).toEqual(
    expect.arrayContaining([
      `${folder}/${MARK}-renamed.png`,
      `${folder}/${MARK}-a.png`,
      ...files.map(({ id }) => `offline/files/${id}-large.webp`),
      `offline/texts/${/\d+/.exec(picture)?.[0]}.png`,
    ]),
  );
  expect(dataIn(entries).project.versions.map(({ id }) => id)).toEqual([world.version.id, version.id]);
});

test('a withdrawn version is in no copy taken afterwards', async () => {
  const { version } = await fillDraft(world, 'now');
  expect((await copies())[0]?.archive.includes(MARK)).toBe(true);
  const { edited_at } = version;
  const taken = await world.owner.browser.patch(`/api/versions/${version.id}/`, {
    ready_at: null,
    edited_at,
  });
  expect(taken.statusCode).toBe(200);
  for (const { archive } of await copies()) expect(archive.includes(MARK)).toBe(false);
});

test('a text with a picture of a scheduled version is copied without the picture', async () => {
  const { picture } = await fillDraft(world, null);
  const { picture: own } = await postPicture(world.owner);
  const { project, owner, customer } = world;
  const saved = await owner.browser.patch(`/api/projects/${project.id}/`, {
    description: `<p>Seen <img src="${own}"></p>`,
  });
  expect(saved.statusCode).toBe(200);
  const { description } = saved.json<{ description: string }>();
  await setup.db
    .updateTable('projects')
    .set({ description: `${description}<p><img src="${picture}" alt="hidden" /></p>` })
    .where('id', '=', project.id)
    .execute();
  const entries = await filesIn(customer.browser, url);
  const pictures = [...entries.keys()].filter((name) => name.startsWith('offline/texts/'));
  expect(pictures).toEqual([`offline/texts/${/\d+/.exec(own)?.[0]}.png`]);
  expect(dataIn(entries).project.description).toContain('<p>hidden</p>');
});
