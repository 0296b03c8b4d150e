import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type S3Server, startS3Server } from '../../../../test-kit/s3-server.ts';
import type { Person } from '../../testing/factories.ts';
import { addressesIn, dataAddress, drawn, postPicture } from '../../testing/pictures.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { USUAL_STORE } from '../../testing/version-on-store.ts';
import { claimPictures } from './service.ts';

type Text = { description: string };

describe(`pictures on the ${USUAL_STORE} store`, () => {
  let s3: S3Server | undefined;
  let setup: TestApp;
  let ada: Person;
  let client: Person;
  let eve: Person;
  beforeAll(async () => {
    if (USUAL_STORE === 's3') s3 = await startS3Server();
    setup = await createTestApp(s3?.environment);
    ada = await setup.createFreelancer();
    client = await setup.createCustomer({ owner: ada });
    eve = await setup.createFreelancer();
  });
  afterAll(async () => {
    await setup.close();
    await s3?.stop();
  });

  const scene = async () => {
    const project = await setup.createProject({ owner: ada, customer: client });
    const milestone = await setup.createMilestone({ project });
    const version = await setup.createVersion({ project });
    const addresses = {
      project: `/api/projects/${project.id}/`,
      milestone: `/api/milestones/${milestone.id}/`,
      version: `/api/versions/${version.id}/`,
    };
    return { project, addresses };
  };
  const save = async (address: string, description: string): Promise<string> => {
    const response = await ada.browser.patch(address, { description });
    expect(response.statusCode).toBe(200);
    return response.json<Text>().description;
  };
  const usedBytes = async () =>
    (await ada.browser.get(`/api/users/${ada.id}/`)).json<{ used_storage: number }>().used_storage *
    1024 ** 3;
  const objects = async () => (await Array.fromAsync(setup.context.storage.list())).length;
  const statusOf = async (person: Person, address: string) => (await person.browser.get(address)).statusCode;

  test('a picture already claimed by another text is not claimed by a second one', async () => {
    const { project, addresses } = await scene();
    const [address = ''] = addressesIn(
      await save(addresses.project, `<img src="${dataAddress(await drawn())}">`),
    );
    const text = { html: '', pictures: [Number(/\d+/.exec(address)?.[0])], added: [] };
    const milestone = await setup.createMilestone({ project });
    const parent = { project_id: project.id, milestone_id: milestone.id, version_id: null };
    await expect(claimPictures(setup.context, ada.id, text, parent)).rejects.toMatchObject({
      statusCode: 409,
    });
    const own = { ...parent, milestone_id: null };
    await expect(claimPictures(setup.context, ada.id, text, own)).resolves.toBeUndefined();
  });

  test('a picture embedded in a text becomes an object that its readers may read', async () => {
    const { addresses } = await scene();
    const before = await usedBytes();
    for (const address of Object.values(addresses)) {
      const html = `<p>a<img src="${dataAddress(await drawn())}" alt="b"></p>`;
      const [picture = ''] = addressesIn(await save(address, html));
      expect(picture).toMatch(/^\/api\/pictures\/\d+\/$/);
      const read = await client.browser.get(picture);
      expect(read.statusCode).toBe(200);
      expect(read.headers).toMatchObject({
        'content-type': 'image/png',
        'cache-control': 'private, no-cache',
        'x-content-type-options': 'nosniff',
        'content-security-policy': expect.stringContaining('sandbox'),
      });
      expect((await sharp(read.rawPayload).metadata()).width).toBe(8);
      const again = await client.browser.get(picture, { 'if-none-match': String(read.headers.etag) });
      expect(again.statusCode).toBe(304);
      expect(await statusOf(ada, picture)).toBe(200);
      expect(await statusOf(eve, picture)).toBe(404);
    }
    expect(await usedBytes()).toBeGreaterThan(before);
  });

  test('a text is returned as it was saved, and saving it again creates nothing', async () => {
    const { addresses } = await scene();
    const html = await save(addresses.project, `<p><img src="${dataAddress(await drawn())}"></p>`);
    const [bytes, count] = [await usedBytes(), await objects()];
    expect(await save(addresses.project, html)).toBe(html);
    expect(await save(addresses.project, `${html}<p>more</p>`)).toBe(`${html}<p>more</p>`);
    expect([await usedBytes(), await objects()]).toEqual([bytes, count]);
  });

  test("a posted picture is its owner's alone until a text is saved with it", async () => {
    const { addresses } = await scene();
    const { picture } = await postPicture(ada);
    expect(await statusOf(ada, picture)).toBe(200);
    expect(await statusOf(client, picture)).toBe(404);
    expect(addressesIn(await save(addresses.version, `<p><img src="${picture}"></p>`))).toEqual([picture]);
    expect(await statusOf(client, picture)).toBe(200);
  });

  test("when a text or a picture in it is deleted, so are the picture's bytes, and its space is free", async () => {
    const { addresses, project } = await scene();
    await setup.runJobs();
    const [bytes, count] = [await usedBytes(), await objects()];
    const html = async () => `<p>x<img src="${dataAddress(await drawn())}"></p>`;
    for (const address of Object.values(addresses)) {
      await save(address, await html());
      await save(address, await html());
      expect(await usedBytes()).toBeGreaterThan(bytes);
      await setup.runJobs();
      expect(await objects()).toBe(count + 1);
      await save(address, '<p>x</p>');
      expect(await usedBytes()).toBe(bytes);
    }
    for (const address of [addresses.milestone, addresses.version, addresses.project]) {
      await save(address, await html());
      if (address === addresses.project) await postVersionWith(await html(), project.id);
      expect((await ada.browser.delete(address)).statusCode).toBe(204);
      expect(await usedBytes()).toBe(bytes);
    }
    await setup.runJobs();
    expect(await objects()).toBe(count);
  });

  const postVersionWith = async (description: string, project: number) => {
    const input = { version_number: '2', description, project };
    const response = await ada.browser.post('/api/versions/', input);
    expect(response.statusCode).toBe(201);
    expect(addressesIn(response.json<Text>().description)).toHaveLength(1);
  };

  test('in another text of the same person the picture is copied', async () => {
    const { addresses } = await scene();
    const others = [addresses.milestone, addresses.version, (await scene()).addresses.project];
    const html = await save(addresses.project, `<p>x<img src="${dataAddress(await drawn())}"></p>`);
    const [original = ''] = addressesIn(html);
    const { rawPayload } = await client.browser.get(original);
    const copies: string[] = [];
    for (const address of others) {
      const before = await usedBytes();
      const [copy = ''] = addressesIn(await save(address, html));
      expect((await client.browser.get(copy)).rawPayload).toEqual(rawPayload);
      expect(await usedBytes()).toBeGreaterThan(before);
      copies.push(copy);
    }
    expect(new Set([original, ...copies]).size).toBe(4);
    await save(addresses.project, '');
    await setup.runJobs();
    expect(await statusOf(client, original)).toBe(404);
    for (const copy of copies) expect(await statusOf(client, copy)).toBe(200);
  });

  test("another user's picture is left out, and never readable", async () => {
    const { addresses } = await scene();
    const html = await save(addresses.project, `<p>x<img src="${dataAddress(await drawn())}"></p>`);
    const [theirs = ''] = addressesIn(html);
    const { picture: posted } = await postPicture(ada);
    const given = `<p>y<img src="${theirs}"><img src="${posted}"></p>`;
    const created = await eve.browser.post('/api/projects/', { name: 'x', description: given });
    expect(created.json<Text>().description).toBe('<p>y  </p>');
    expect(await statusOf(eve, theirs)).toBe(404);
    expect(await statusOf(eve, posted)).toBe(404);
    expect(await statusOf(ada, posted)).toBe(200);
  });

  test('a picture without a text is deleted after a day, and one in a text is kept', async () => {
    const { addresses } = await scene();
    const sweep = async () => {
      const now = setup.context.now().toISOString();
      const job = { kind: 'sweep-pictures', payload: '{}', run_at: now, created_at: now };
      await setup.db.deleteFrom('jobs').where('kind', '=', 'sweep-pictures').execute();
      await setup.db.insertInto('jobs').values(job).execute();
      await setup.runJobs();
    };
    setup.advance(25 * 3600);
    await sweep();
    const claimed = await postPicture(ada);
    await save(addresses.project, `<img src="${claimed.picture}">`);
    await setup.runJobs();
    const count = await objects();
    const bytes = await usedBytes();
    const left = await postPicture(ada);
    setup.advance(23 * 3600);
    await sweep();
    expect(await objects()).toBe(count + 1);
    setup.advance(3601);
    await sweep();
    expect(await objects()).toBe(count);
    expect(await usedBytes()).toBe(bytes);
    expect(await setup.db.selectFrom('pictures').select('id').where('id', '=', left.id).execute()).toEqual(
      [],
    );
    expect(await statusOf(client, claimed.picture)).toBe(200);
  });
});
