import sharp from 'sharp';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Customer } from '@vitrin/shared/contract/customers.ts';
import type { Face, OwnFace } from '@vitrin/shared/contract/faces.ts';
import type { EmailFromKey, User, VerifiedToken } from '@vitrin/shared/contract/users.ts';
import { LOGO_LIMITS } from '@vitrin/shared/rules/logo-size.ts';
import { AUTH } from '../../testing/accounts.ts';
import type { Person } from '../../testing/factories.ts';
import { formBody, uploadTo } from '../../testing/forms.ts';
import { drawn, noisy } from '../../testing/pictures.ts';
import { sharedTestApp } from '../../testing/shared-test-app.ts';

const setup = await sharedTestApp({ RATE_LIMITS: 'off' });
let ada: Person;
let client: Person;
let eve: Person;
beforeEach(async () => {
  ada = await setup.createFreelancer();
  client = await setup.createCustomer({ owner: ada });
  eve = await setup.createFreelancer();
  await setup.runJobs();
});

const CHOSEN = {
  display_name: 'Stüdyo Ada',
  accent: '#FFCC00',
  greeting: 'Welcome! Have a look.',
  contact: '+90 (532) 000 00 00',
};

const postLogo = (person: Person, bytes: Buffer) =>
  person.browser.request({ method: 'POST', url: '/api/face/logo/', ...formBody(['logo', bytes, 'logo']) });
const chooseLogo = async (person: Person, bytes?: Buffer) =>
  (await postLogo(person, bytes ?? (await drawn()))).json<OwnFace>().logo;
const faceOf = async ({ browser, id }: Person): Promise<Face | null> =>
  (await browser.get(`/api/users/${id}/`)).json<User>().face;
const keys = async () =>
  (await Array.fromAsync(setup.context.storage.list())).map(({ key }) => key).toSorted();

test("only a freelancer's own clients see the chosen face", async () => {
  expect(await faceOf(client)).toBeNull();
  const saved = (await ada.browser.patch('/api/face/', CHOSEN)).json<OwnFace>();
  expect(saved).toEqual({ ...CHOSEN, accent: '#ffcc00', logo: null });
  const logo = await chooseLogo(ada);
  const face = await faceOf(client);
  expect(face).toMatchObject({
    name: CHOSEN.display_name,
    greeting: CHOSEN.greeting,
    contact: CHOSEN.contact,
    logo,
  });
  expect(face?.accent?.dark_text).toBe('#ffcc00');
  expect(face?.accent?.light).not.toBe('#ffcc00');
  expect(await faceOf(ada)).toBeNull();
  expect(await faceOf(eve)).toBeNull();
  expect(await faceOf(await setup.createCustomer({ owner: eve }))).toBeNull();
});

test('a missing field stays, null clears it, and a reset clears all', async () => {
  const before = await keys();
  await ada.browser.patch('/api/face/', CHOSEN);
  await chooseLogo(ada);
  const changed = (await ada.browser.patch('/api/face/', { greeting: null })).json<OwnFace>();
  expect(changed).toMatchObject({ ...CHOSEN, accent: '#ffcc00', greeting: null });
  expect(changed.logo).not.toBeNull();
  expect((await ada.browser.delete('/api/face/')).statusCode).toBe(204);
  const own = (await ada.browser.get('/api/face/')).json<OwnFace>();
  expect(own).toEqual({ display_name: null, accent: null, greeting: null, contact: null, logo: null });
  expect(await faceOf(client)).toBeNull();
  await setup.runJobs();
  expect(await keys()).toHaveLength(before.length);
});

test.each([
  ['display_name', 'x'.repeat(81)],
  ['display_name', '\u3164'],
  ['display_name', 'Ada\r\nBcc: eve@example.com'],
  ['display_name', 'Ada \u202emoc.live'],
  ['display_name', 'x'.repeat(60_000)],
  ['accent', 'red'],
  ['accent', '#12345'],
  ['accent', 'url(x)'],
  ['accent', '#'.repeat(60_000)],
  ['greeting', 'x'.repeat(201)],
  ['greeting', 'Pay at evil.example'],
  ['greeting', 'http://evil'],
  ['greeting', 'ａ'.repeat(20_000)],
  ['contact', 'javascript:alert(1)'],
  ['contact', 'call me'],
  ['contact', '+'.repeat(60_000)],
])('%s is refused with the right error (%#)', async (field, value) => {
  const response = await ada.browser.patch('/api/face/', { [field]: value });
  expect(response.statusCode).toBe(400);
  expect(Object.keys(response.json<object>())).toEqual([field]);
  expect(await faceOf(client)).toBeNull();
});

test('a greeting with an address is refused in words that say why, in both languages', async () => {
  const refuse = async (language: string) =>
    (await ada.browser.patch('/api/face/', { greeting: 'see a.com' }, { 'accept-language': language })).json<{
      greeting: string[];
    }>().greeting;
  expect(await refuse('en')).toEqual([expect.stringContaining('addresses')]);
  expect(await refuse('tr')).toEqual([expect.stringContaining('adreslerini')]);
});

const svg = (body: string, size = 'width="4000" height="1000"') =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${size}>${body}</svg>`);

test.each([
  ['a drawing with a script', async () => svg('<script>alert(1)</script><rect width="900" height="900"/>')],
  ['noise of a million pixels', async () => noisy(1100)],
  [
    'a photograph',
    async () =>
      sharp(await noisy(900))
        .jpeg({ quality: 60 })
        .withExif({ IFD0: { Artist: 'eve' } })
        .toBuffer(),
  ],
  [
    'webp',
    async () =>
      sharp(await noisy(300))
        .webp()
        .toBuffer(),
  ],
])('%s becomes a small png and nothing else', async (_what, make) => {
  const logo = await chooseLogo(ada, await make());
  const { statusCode, headers, rawPayload } = await client.browser.get(logo?.address ?? '');
  expect([statusCode, headers['content-type'], headers['x-content-type-options']]).toEqual([
    200,
    'image/png',
    'nosniff',
  ]);
  expect(headers['content-security-policy']).toContain('sandbox');
  expect(rawPayload.length).toBeLessThanOrEqual(LOGO_LIMITS.mostBytes);
  const { width, height, format, exif } = await sharp(rawPayload).metadata();
  expect({ width, height }).toEqual({ width: logo?.width, height: logo?.height });
  expect([format, exif]).toEqual(['png', undefined]);
  expect(width).toBeLessThanOrEqual(LOGO_LIMITS.box.width);
  expect(height).toBeLessThanOrEqual(LOGO_LIMITS.box.height);
  const again = await client.browser.get(logo?.address ?? '', { 'if-none-match': String(headers.etag) });
  expect(again.statusCode).toBe(304);
});

test.each([
  ['text', Buffer.from('no picture')],
  ['a page', Buffer.from('<html><script>alert(1)</script></html>')],
  ['a cut png', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
  ['more than 5 MB', Buffer.alloc(5 * 1024 * 1024 + 1)],
  ['a drawing of a million million pixels', svg('', 'width="1000000" height="1000000"')],
  ['nothing', Buffer.alloc(0)],
])('%s is no logo, and leaves nothing in the store', async (_what, bytes) => {
  const before = await keys();
  const response = await postLogo(ada, bytes);
  expect(response.statusCode).toBe(400);
  expect(response.json()).toEqual({ logo: [expect.any(String)] });
  expect(await keys()).toEqual(before);
});

test('a new logo has another address, and a job deletes the bytes of the old one', async () => {
  const first = await chooseLogo(ada);
  const between = await keys();
  const second = await chooseLogo(ada, await noisy(50));
  expect(second?.address).not.toBe(first?.address);
  await setup.runJobs();
  expect(await keys()).toHaveLength(between.length);
  expect((await client.browser.get(first?.address ?? '')).statusCode).toBe(404);
  expect((await client.browser.get(second?.address ?? '')).statusCode).toBe(200);
  expect((await ada.browser.delete('/api/face/logo/')).statusCode).toBe(204);
  expect((await ada.browser.delete('/api/face/logo/')).statusCode).toBe(204);
  await setup.runJobs();
  expect(await keys()).toHaveLength(between.length - 1);
  expect((await client.browser.get(second?.address ?? '')).statusCode).toBe(404);
});

test('for the lost bytes of a logo the answer is a 404 and an alarm', async () => {
  const { address = '' } = (await chooseLogo(ada)) ?? {};
  const { logo_key } = await setup.db
    .selectFrom('faces')
    .select('logo_key')
    .where('owner_id', '=', ada.id)
    .executeTakeFirstOrThrow();
  await setup.context.storage.delete([logo_key ?? '']);
  const alarm = vi.spyOn(setup.context.log, 'error');
  for (const method of ['GET', 'HEAD'] as const)
    expect((await client.browser.request({ method, url: address })).statusCode).toBe(404);
  const facts = { alarm: 'missing-object', key: logo_key };
  expect(alarm.mock.calls.map(([what]) => what)).toEqual([facts, facts]);
});

test('two logos at once leave one, and no bytes of the other', async () => {
  const before = await keys();
  const answers = await Promise.all([postLogo(ada, await drawn()), postLogo(ada, await noisy(40))]);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  await setup.runJobs();
  expect(await keys()).toHaveLength(before.length + 1);
});

test('another freelancer, another one’s client and a guest get no logo, whatever address they try', async () => {
  const address = (await chooseLogo(ada))?.address ?? '';
  const stranger = await setup.createCustomer({ owner: eve });
  for (const { browser } of [eve, stranger]) expect((await browser.get(address)).statusCode).toBe(404);
  const guest = setup.createBrowser();
  expect((await guest.get(address)).statusCode).toBe(401);
  for (const token of ['x', 'i.1.2.3', 'r.1.2.3', encodeURIComponent('i.'.repeat(400))])
    expect((await guest.get(`${address}?token=${token}`)).statusCode).toBe(404);
});

const invite = async (owner: Person) =>
  (await owner.browser.post('/api/users/', { username: `invited-by-${owner.id}` })).json<Customer>();

test('before login a valid invitation shows the face with its logo, and only that of the inviting freelancer', async () => {
  await ada.browser.patch('/api/face/', CHOSEN);
  await chooseLogo(ada);
  const hers = (await invite(ada)).reset_token ?? '';
  const others = (await invite(eve)).reset_token ?? '';
  const guest = setup.createBrowser();
  const look = async (token: string) =>
    (await guest.get(`/api/users/verify_token/?token=${token}`)).json<VerifiedToken>();
  const { face, freelancer } = await look(hers);
  expect(freelancer).toBe(CHOSEN.display_name);
  expect(face).toMatchObject({ name: CHOSEN.display_name, greeting: CHOSEN.greeting });
  const address = face?.logo?.address ?? '';
  expect((await guest.get(address)).statusCode).toBe(200);
  expect((await guest.get(address.replace(hers, others))).statusCode).toBe(404);
  expect((await look(others)).face).toBeNull();
  expect(await look(hers.replace('i.', 'i.1'))).toEqual({ detail: expect.any(String) });
  setup.advance(31 * 24 * 3600);
  expect((await guest.get(address)).statusCode).toBe(404);
  setup.advance(-31 * 24 * 3600);
});

test('before login a valid invitation shows the waiting work and its cover, and no other work', async () => {
  const { reset_token, id } = await invite(ada);
  const hers = reset_token ?? '';
  const others = (await invite(eve)).reset_token ?? '';
  const guest = setup.createBrowser();
  const look = async (token: string) =>
    (await guest.get(`/api/users/verify_token/?token=${token}`)).json<VerifiedToken>();
  const cover = async (token: string) => guest.get(`/api/invitations/cover/?token=${token}`);
  expect((await look(hers)).work).toBeNull();
  expect((await cover(hers)).statusCode).toBe(404);

  const project = await setup.createProject({ owner: ada, name: 'Harbour posters' });
  expect((await look(hers)).work).toBeNull();
  await setup.db.updateTable('projects').set({ customer_id: id }).where('id', '=', project.id).execute();
  expect((await look(hers)).work).toEqual({ project: 'Harbour posters', cover: null });
  const version = await setup.createVersion({ project });
  await uploadTo(ada.browser, version.id, await drawn(), 'sea.png');
  await setup.runJobs();
  const { work } = await look(hers);
  expect(work).toEqual({
    project: 'Harbour posters',
    cover: `/api/invitations/cover/?token=${encodeURIComponent(hers)}`,
  });
  const shown = await guest.get(work?.cover ?? '');
  expect([shown.statusCode, shown.headers['content-type']]).toEqual([200, 'image/webp']);
  expect(shown.headers['cache-control']).toContain('private');

  for (const bad of [others, hers.replace('i.', 'i.1'), '', 'x'])
    expect((await cover(bad)).statusCode, bad).toBe(404);
  expect((await look(others)).work).toBeNull();
  // No client sees a draft yet, and a used link shows nothing.
  const hide = async (ready_at: string | null) =>
    setup.db.updateTable('versions').set({ ready_at }).where('id', '=', version.id).execute();
  await hide(null);
  expect((await look(hers)).work).toEqual({ project: 'Harbour posters', cover: null });
  expect((await cover(hers)).statusCode).toBe(404);
  await hide('2020-01-01T00:00:00.000Z');
  expect((await cover(hers)).statusCode).toBe(200);
  const password = 'petrol-green-window';
  const used = { reset_token: hers, password, password_confirm: password };
  expect((await setup.createBrowser().post('/api/users/reset_password/', used)).statusCode).toBe(200);
  expect((await cover(hers)).statusCode).toBe(404);
});

test('the page of a verification link shows the face with its logo, and only of the client’s freelancer', async () => {
  await ada.browser.patch('/api/face/', CHOSEN);
  await chooseLogo(ada);
  const keyOf = async ({ browser, id }: Person) => {
    const email = `verifies-${id}@example.com`;
    await browser.post(`${AUTH}/account/email`, { email });
    return setup.mailedKey(email);
  };
  const hers = await keyOf(client);
  const others = await keyOf(await setup.createCustomer({ owner: eve }));
  const guest = setup.createBrowser();
  const look = async (key: string) =>
    (await guest.get(`/api/users/get_email_from_key/?key=${encodeURIComponent(key)}`)).json<EmailFromKey>();
  const { face } = await look(hers);
  expect(face).toMatchObject({ name: CHOSEN.display_name, greeting: CHOSEN.greeting });
  const address = face?.logo?.address ?? '';
  expect((await guest.get(address)).statusCode).toBe(200);
  const name = address.slice(0, address.indexOf('?'));
  expect((await guest.get(`${name}?token=${encodeURIComponent(others)}`)).statusCode).toBe(404);
  expect((await look(others)).face).toBeNull();
  expect((await look(await keyOf(ada))).face).toBeNull();
  setup.advance(4 * 24 * 3600);
  expect((await guest.get(address)).statusCode).toBe(404);
  setup.advance(-4 * 24 * 3600);
});
