import sharp from 'sharp';
import { expect, test, vi } from 'vitest';
import { GIB } from '@vitrin/shared/rules/storage/storage.ts';
import type { Person } from '../../testing/factories.ts';
import {
  addressesIn,
  dataAddress,
  drawn,
  noisy,
  postPicture,
  postPictureForm,
} from '../../testing/pictures.ts';
import { sharedTestApp } from '../../testing/shared-test-app.ts';
import { dropPictures } from './store-picture.ts';

const setup = await sharedTestApp();
const ada = await setup.createFreelancer();

const UNREADABLE = 'A picture cannot be read. Use PNG or JPEG pictures.';
const TOO_LARGE = 'A picture is too large. Use pictures of at most 1 MB.';
const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';

/** A png of one colour: few bytes, very many pixels. */
const bomb = () =>
  sharp({
    create: { width: 6000, height: 5000, channels: 3, background: 'teal' },
    limitInputPixels: false,
  })
    .png({ compressionLevel: 9, palette: true })
    .toBuffer();

async function newText(person: Person): Promise<string> {
  return `/api/projects/${(await setup.createProject({ owner: person })).id}/`;
}

async function usedBytes(person: Person): Promise<number> {
  const user = await person.browser.get(`/api/users/${person.id}/`);
  return user.json<{ used_storage: number }>().used_storage * GIB;
}

test.each([
  ['nothing', async () => Buffer.alloc(0), UNREADABLE],
  ['svg', async () => Buffer.from(SVG), UNREADABLE],
  ['junk', async () => Buffer.alloc(64 * 1024, 'junk'), UNREADABLE],
  ['a gif', async () => Buffer.from('R0lGODlhAQABAAAAACw=', 'base64'), UNREADABLE],
  ['a png that ends early', async () => (await noisy(64)).subarray(0, 200), UNREADABLE],
  ['svg that begins like a jpeg', async () => Buffer.from(`\xff\xd8\xff${SVG}`, 'latin1'), UNREADABLE],
  ['more than a megabyte', async () => Buffer.concat([await drawn(), Buffer.alloc(1024 * 1024)]), TOO_LARGE],
  ['very many pixels', bomb, TOO_LARGE],
])('%s is refused as a picture, posted or in a text, and nothing is kept', async (_name, make, words) => {
  const bytes = await make();
  const text = await newText(ada);
  const before = await usedBytes(ada);
  const posted = await postPictureForm(ada, bytes);
  expect(posted.statusCode).toBe(400);
  expect(posted.json()).toEqual({ picture: [words] });
  const good = `<img src="${dataAddress(await drawn())}">`;
  const saved = await ada.browser.patch(text, { description: `${good}<img src="${dataAddress(bytes)}">` });
  if (bytes.length > 0) {
    expect(saved.statusCode).toBe(400);
    expect(saved.json()).toEqual({ description: [words] });
  }
  await ada.browser.patch(text, { description: '' });
  expect(await usedBytes(ada)).toBe(before);
});

test.each(['x', '%', '='.repeat(64), 'A A', '////'])('%s instead of base64 is no picture', async (data) => {
  const text = await newText(ada);
  const description = `<p>x<img src="data:image/png;base64,${data}"></p>`;
  const { statusCode } = await ada.browser.patch(text, { description });
  expect([200, 400]).toContain(statusCode);
  const stored = (await ada.browser.get(text)).json<{ description: string }>().description;
  expect(stored).not.toContain('<img');
});

test.each([
  ['no form', { payload: { picture: 'x' } }],
  [
    'a form without an end',
    { payload: '--x\r\nContent-Disposition: form-data; name="picture"; filename="a"' },
  ],
  [
    'a field instead of a file',
    { payload: '--x\r\nContent-Disposition: form-data; name="picture"\r\n\r\na\r\n--x--' },
  ],
  [
    'a name of 64 KB',
    {
      payload: `--x\r\nContent-Disposition: form-data; name="${'x'.repeat(65_536)}"; filename="a"\r\n\r\na\r\n--x--`,
    },
  ],
])('%s is answered with a refusal', async (_name, { payload }) => {
  const headers = typeof payload === 'string' ? { 'content-type': 'multipart/form-data; boundary=x' } : {};
  const response = await ada.browser.request({ method: 'POST', url: '/api/pictures/', payload, headers });
  expect(response.statusCode).toBeGreaterThanOrEqual(400);
  expect(response.statusCode).toBeLessThan(500);
});

test.each([
  ['http://localhost:3000/api/pictures/ID/', true],
  ['http://127.0.0.1:3000/api/pictures/ID/', true],
  ['/api/pictures/ID/', true],
  ['/api/pictures/ID', false],
  ['/api/pictures/0ID/', false],
  ['/api/pictures/ID/?x', false],
  ['/api/pictures/../pictures/ID/', false],
  ['//localhost:3000/api/pictures/ID/', false],
  ['http://localhost:3000/api/files/1/content/', false],
  ['http://localhost:3000/api/users/1/', false],
  ['http://LOCALHOST:3000/logo.png', false],
  ['http:\\\\localhost:3000\\logo.png', false],
  ['http://a@localhost:3000/logo.png', false],
  ['/api/pictures/99999999999/', false],
  ['/api/pictures/2147483647/', false],
])("a picture at this site's address %s stays in a text: %s", async (address, stays) => {
  const text = await newText(ada);
  const { id, picture } = await postPicture(ada);
  const description = `<p>x<img src="${address.replace('ID', String(id))}"></p>`;
  const saved = await ada.browser.patch(text, { description });
  const kept = addressesIn(saved.json<{ description: string }>().description);
  expect(kept).toEqual(stays ? [picture] : []);
});

test('a text from a user without the right to write is neither read nor stored: the refusal depends on the user only', async () => {
  const { browser, ...customer } = await setup.createCustomer({ owner: ada });
  const project = await setup.createProject({ owner: ada, customer });
  const milestone = await setup.createMilestone({ project });
  const version = await setup.createVersion({ project });
  const stranger = await setup.createFreelancer();
  const writing = vi.spyOn(setup.context.storage, 'write');
  const unreadable = '<img src="data:image/png;base64,AAAA">';
  for (const description of [unreadable, `<img src="${dataAddress(await drawn())}">`])
    for (const [method, url, input] of [
      ['PATCH', `/api/projects/${project.id}/`, {}],
      ['PUT', `/api/projects/${project.id}/`, {}],
      ['POST', '/api/milestones/', { name: 'm', project: project.id }],
      ['PATCH', `/api/milestones/${milestone.id}/`, {}],
      ['POST', '/api/versions/', { version_number: '1', project: project.id }],
      ['PATCH', `/api/versions/${version.id}/`, {}],
    ] as const) {
      const payload = { ...input, description };
      const answers = [
        await browser.request({ method, url, payload }),
        await stranger.browser.request({ method, url, payload }),
      ];
      expect(
        answers.map(({ statusCode }) => statusCode),
        `${method} ${url}`,
      ).toEqual([403, 404]);
    }
  expect(writing).not.toHaveBeenCalled();
  writing.mockRestore();
});

test('a save that is refused keeps none of its pictures', async () => {
  const text = await newText(ada);
  const before = await usedBytes(ada);
  const description = `<img src="${dataAddress(await drawn())}">`;
  const edited_at = '2020-01-01T00:00:00.000Z';
  expect((await ada.browser.patch(text, { description, edited_at })).statusCode).toBe(409);
  // Ada has as many projects as her plan allows.
  expect((await ada.browser.post('/api/projects/', { name: 'x', description })).statusCode).toBe(403);
  expect(await usedBytes(ada)).toBe(before);
});

test('a picture that a text has claimed is not dropped with a save that failed', async () => {
  const { id, picture } = await postPicture(ada);
  await ada.browser.patch(await newText(ada), { description: `<img src="${picture}">` });
  await dropPictures(setup.context, [id]);
  expect((await ada.browser.get(picture)).statusCode).toBe(200);
});

test('if the store fails nothing is kept and no row lacks its bytes', async () => {
  const { storage } = setup.context;
  const before = await usedBytes(ada);
  const write = storage.write.bind(storage);
  storage.write = () => Promise.reject(new Error('The disk is broken'));
  try {
    expect((await postPictureForm(ada, await drawn())).statusCode).toBe(500);
  } finally {
    storage.write = write;
  }
  expect(await usedBytes(ada)).toBe(before);
});

test('a picture with bytes still in transfer cannot be read or claimed by a text', async () => {
  const text = await newText(ada);
  const { id, picture } = await postPicture(ada);
  await setup.db.updateTable('pictures').set({ is_stored: false }).where('id', '=', id).execute();
  expect((await ada.browser.get(picture)).statusCode).toBe(404);
  const saved = await ada.browser.patch(text, { description: `<p>x<img src="${picture}"></p>` });
  expect(saved.json<{ description: string }>().description).toBe('<p>x </p>');
});
