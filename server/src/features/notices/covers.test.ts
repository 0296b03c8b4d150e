import sharp from 'sharp';
import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { drawCover, sizeOfBareJpeg } from '@vitrin/engine/pictures/cover.ts';
import { startMailServer } from '../../../../test-kit/services/mail-server.ts';
import { createSmtpMailer } from '../../adapters/mail/smtp-mailer.ts';
import type { Person } from '../../testing/factories.ts';
import { uploadTo } from '../../testing/forms.ts';
import { noticeSteps, QUIET_SECONDS } from '../../testing/notices/notice-steps.ts';
import { noisy } from '../../testing/pictures.ts';
import { sharedTestApp } from '../../testing/shared-test-app.ts';
import { coverFor } from './cover.ts';
import { findNotice } from './queries.ts';

const MOST_BYTES = 100_000;

const setup = await sharedTestApp({ RATE_LIMITS: 'off' });
const { createAddressedDelivery } = noticeSteps(setup);
const server = await startMailServer();
afterAll(server.stop);
const { mailer } = setup.context;
beforeEach(() => {
  setup.context.mailer = createSmtpMailer(server.url, 'noreply@vitrin.example');
  return () => void (setup.context.mailer = mailer);
});

/** A photograph of one colour, with metadata on where and by whom it was taken. */
const photograph = (background: string) =>
  sharp({ create: { width: 1600, height: 1000, channels: 3, background } })
    .jpeg()
    .withExif({ IFD0: { Artist: 'eve' }, IFD3: { GPSLatitudeRef: 'N' } })
    .toBuffer();

async function deliver(owner: Person, version: { id: number }, picture: Buffer): Promise<void> {
  await uploadTo(owner.browser, version.id, picture, 'sea.jpg');
  await setup.runJobs();
  setup.advance(QUIET_SECONDS);
  await setup.runJobs();
}

/** The single picture in the only mail to an address; undefined if it contains none. */
function pictureTo(email: string) {
  const [mail, ...others] = server.mailsTo(email);
  expect(others).toEqual([]);
  expect(mail?.text).toContain('/projects/');
  const [picture, ...more] = mail?.attachments ?? [];
  expect(more).toEqual([]);
  const bytes = picture && Buffer.from(picture.content as ArrayBuffer);
  return { html: mail?.html ?? '', picture, bytes };
}

/** Mean of each channel of a picture of one colour, from 0 to 1. */
async function colourOf(picture: Buffer | undefined): Promise<number[]> {
  const { channels } = await sharp(picture).stats();
  return channels.map(({ mean }) => Math.round(mean / 255));
}

/** The notice of a version as its mail is made from it. */
async function readyNotice(version: { id: number }) {
  const { id } = await setup.db
    .selectFrom('notices')
    .select('id')
    .where('version_id', '=', version.id)
    .where('kind', '=', 'version_ready')
    .executeTakeFirstOrThrow();
  const notice = await findNotice(setup.db, id, setup.context.now().toISOString());
  if (!notice) throw new Error('The notice is gone');
  return notice;
}

test('the cover is in the mail as a small jpeg without metadata, and nothing is loaded from elsewhere', async () => {
  const { owner, version, email } = await createAddressedDelivery();
  await deliver(owner, version, await photograph('#2090c0'));
  const { html, picture, bytes = Buffer.alloc(0) } = pictureTo(email);
  expect(picture).toMatchObject({ mimeType: 'image/jpeg', disposition: 'inline', related: true });
  const cid = picture?.contentId?.replace(/^<|>$/g, '');
  expect(html).toContain(`<img src="cid:${cid}"`);
  expect(html.match(/\bsrc=/g)).toHaveLength(1);
  expect(html).not.toMatch(/url\(/);
  expect(bytes.length).toBeLessThanOrEqual(MOST_BYTES);
  const { format, width, height, exif, xmp, iptc, icc } = await sharp(bytes).metadata();
  expect({ format, width, height, exif, xmp, iptc, icc }).toEqual({
    format: 'jpeg',
    width: 960,
    height: 600,
  });
  expect(sizeOfBareJpeg(bytes)).toEqual({ width: 960, height: 600 });
});

test('even noise is at most 100 kB', async () => {
  const webp = await sharp(await noisy(960))
    .webp({ quality: 90 })
    .toBuffer();
  const limits = { box: { width: 1040, height: 780 }, mostBytes: MOST_BYTES };
  expect(webp.length).toBeGreaterThan(2 * MOST_BYTES);
  const { bytes } = await drawCover(webp, limits);
  expect(bytes.length).toBeLessThanOrEqual(MOST_BYTES);
});

test('an unverified address gets no mail, and so no cover', async () => {
  const { owner, version, email } = await createAddressedDelivery({ verified: false });
  await deliver(owner, version, await photograph('#2090c0'));
  expect(server.mailsTo(email)).toEqual([]);
});

test.each(['customer', 'owner'] as const)('where the %s has switched them off there is none', async (who) => {
  const delivery = await createAddressedDelivery();
  const { owner, version, email } = delivery;
  const choice = { notice: 'cover', wanted: false };
  const saved = await delivery[who].browser.patch('/api/notices/choices/', choice);
  expect(saved.json<{ results: unknown[] }>().results.at(-1)).toEqual(choice);
  await deliver(owner, version, await photograph('#2090c0'));
  expect(pictureTo(email)).toMatchObject({ picture: undefined, html: expect.not.stringContaining('<img') });
});

test('another client of the same freelancer gets the cover of their own work alone', async () => {
  const { owner, version, email } = await createAddressedDelivery();
  const other = await setup.createCustomer({ owner });
  const otherEmail = await setup.addAddress(other);
  const project = await setup.createProject({ owner, customer: other });
  const second = await setup.createVersion({ project });
  await uploadTo(owner.browser, version.id, await photograph('#ff0000'), 'red.jpg');
  await deliver(owner, second, await photograph('#0000ff'));
  expect(await colourOf(pictureTo(email).bytes)).toEqual([1, 0, 0]);
  expect(await colourOf(pictureTo(otherEmail).bytes)).toEqual([0, 0, 1]);
});

test('a completed milestone shows the newest version that the client sees, and no draft', async () => {
  const { owner, project, version, email } = await createAddressedDelivery();
  await uploadTo(owner.browser, version.id, await photograph('#ff0000'), 'red.jpg');
  await setup.runJobs();
  const draft = await setup.createVersion({ project });
  await setup.db.updateTable('versions').set({ ready_at: null }).where('id', '=', draft.id).execute();
  await uploadTo(owner.browser, draft.id, await photograph('#0000ff'), 'blue.jpg');
  const { id } = await setup.createMilestone({ project });
  await owner.browser.patch(`/api/milestones/${id}/`, { completed: true });
  await setup.runJobs();
  setup.advance(QUIET_SECONDS);
  await setup.runJobs();
  const mails = server.mailsTo(email);
  expect(mails).toHaveLength(2);
  for (const { attachments } of mails)
    expect(await colourOf(Buffer.from(attachments[0]?.content as ArrayBuffer))).toEqual([1, 0, 0]);
});

test("a completed milestone shows no work of the client's other projects", async () => {
  const { owner, customer, project, version, email } = await createAddressedDelivery();
  const other = await setup.createVersion({ project: await setup.createProject({ owner, customer }) });
  await uploadTo(owner.browser, version.id, await photograph('#ff0000'), 'red.jpg');
  await deliver(owner, other, await photograph('#0000ff'));
  const { id } = await setup.createMilestone({ project });
  await owner.browser.patch(`/api/milestones/${id}/`, { completed: true });
  setup.advance(QUIET_SECONDS);
  await setup.runJobs();
  const [mail, ...others] = server.mailsTo(email).filter(({ subject }) => subject?.endsWith('completed'));
  expect(others).toEqual([]);
  expect(await colourOf(Buffer.from(mail?.attachments[0]?.content as ArrayBuffer))).toEqual([1, 0, 0]);
});

test('a client who lost the project while the mail was made gets no cover', async () => {
  const { owner, project, version } = await createAddressedDelivery();
  await deliver(owner, version, await photograph('#2090c0'));
  const notice = await readyNotice(version);
  expect(await coverFor(setup.context, notice)).toBeDefined();
  const other = await setup.createCustomer({ owner });
  await owner.browser.patch(`/api/projects/${project.id}/`, { customer_id: other.id });
  expect(await coverFor(setup.context, notice)).toBeUndefined();
});

test('a missing or invalid picture does not delay the mail', async () => {
  const { storage } = setup.context;
  const read = storage.read.bind(storage);
  onTestFinished(() => void (storage.read = read));
  const failures: (typeof storage.read)[] = [
    () => Promise.reject(new Error('The store does not answer')),
    () => Promise.resolve(Buffer.from('no picture')),
  ];
  for (const failure of failures) {
    const { owner, version, email } = await createAddressedDelivery();
    await uploadTo(owner.browser, version.id, await photograph('#2090c0'), 'sea.jpg');
    await setup.runJobs();
    setup.advance(QUIET_SECONDS);
    storage.read = failure;
    await setup.runJobs();
    storage.read = read;
    expect(pictureTo(email)).toMatchObject({ picture: undefined });
  }
});

test('a picture that is never drawn is not awaited', async () => {
  const { owner, version } = await createAddressedDelivery();
  await deliver(owner, version, await photograph('#2090c0'));
  const notice = await readyNotice(version);
  const { storage } = setup.context;
  const read = storage.read.bind(storage);
  onTestFinished(() => void (storage.read = read));
  const patience = new AbortController();
  storage.read = () => {
    patience.abort();
    return Promise.withResolvers<never>().promise;
  };
  expect(await coverFor(setup.context, notice, patience.signal)).toBeUndefined();
});
