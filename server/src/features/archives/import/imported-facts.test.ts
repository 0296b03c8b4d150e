import { expect, test } from 'vitest';
import type { ActivityPage, FileReceivers } from '@vitrin/shared/contract/figures/activity.ts';
import type { LookPage } from '@vitrin/shared/contract/figures/looks.ts';
import type { Project } from '@vitrin/shared/contract/projects.ts';
import { verifyReceipt } from '@vitrin/shared/rules/receipts/verify-receipt.ts';
import { type CurrentUser, rightsOf } from '../../../current/current-user.ts';
import { importAndWait, sendArchive, exportArchive } from '../../../testing/archives/archive-journeys.ts';
import { changed, entriesOf, type Entry } from '../../../testing/archives/changed-archive.ts';
import type { Person } from '../../../testing/factories.ts';
import { uploadTo } from '../../../testing/forms.ts';
import { pagesOf } from '../../../testing/ledger/pdf-pages.ts';
import { receiptTools } from '../../../testing/ledger/receipt-tools.ts';
import { sharedTestApp } from '../../../testing/shared-test-app.ts';
import type { TestApp } from '../../../testing/test-app.ts';
import { noteDelivery, writeDeliveries, notePlay } from '../../deliveries/service.ts';
import { recordEvent, writeEvents } from '../../events/service.ts';

const setup = await sharedTestApp({ RATE_LIMITS: 'off' });
const SIZE = 3000;

/** An archive with one file and one client, with `records` about the client. */
async function archiveWith(records: (ids: { customer: number; file: number; version: number }) => object[]) {
  const { owner, customer, version } = await setup.createDelivery();
  const file = await uploadTo(owner.browser, version.id, Buffer.alloc(SIZE, 'x'), 'plan.bin');
  const ids = { customer: customer.id, file: file.id, version: version.id };
  const lines = records(ids)
    .map((record) => `${JSON.stringify(record)}\n`)
    .join('');
  const archive = await changed(await entriesOf(await exportArchive(setup, owner)), (all) =>
    all.map(([name, bytes]): Entry => [
      name,
      name === 'data.jsonl' ? Buffer.concat([bytes, Buffer.from(lines)]) : bytes,
    ]),
  );
  return { archive, owner, customer };
}

const at = '2026-03-01T10:00:00.000Z';
const delivery = (of: { customer: number; file: number }, rest: object) => ({
  record: 'delivery',
  customer: of.customer,
  file: of.file,
  device: 'computer',
  ranges: '',
  covered_bytes: SIZE,
  began_at: at,
  last_at: at,
  completed_at: at,
  ...rest,
});
const almost = (of: { customer: number; file: number }) =>
  delivery(of, { ranges: `1-${SIZE - 1}`, covered_bytes: SIZE - 1, completed_at: null });

/** Imports an archive for a new freelancer; returns the contents of its first project. */
async function importedBy(archive: Buffer, app: TestApp = setup) {
  const person = await app.createFreelancer();
  const found = await sendArchive(app, person, archive);
  expect(found.problem).toBeNull();
  expect((await importAndWait(app, person, found.id)).state).toBe('done');
  const [listed] = (await person.browser.get('/api/projects/')).json<{ results: Project[] }>().results;
  const project = (await person.browser.get(`/api/projects/${listed?.id}/`)).json<Project>();
  const [version] = project.versions;
  const [file] = version?.files ?? [];
  if (!version || !file) throw new Error('There is no file');
  return { person, project, version, file, client: project.customer_id ?? 0 };
}

type Imported = Awaited<ReturnType<typeof importedBy>>;

/** The imported client, as if signed in. */
function clientOf({ person, client }: Imported): CurrentUser {
  const user = { id: client, username: 'client', user_type: 'customer', language: 'en' } as const;
  return { ...user, owner_id: person.id, tenant: person.tenant, ...rightsOf('customer') };
}

const idsOf = ({ person, project, version, file }: Imported) => ({
  owner_id: person.id,
  project_id: project.id,
  version_id: version.id,
  file_id: file.id,
});

/** Makes a connection of the client receive bytes. */
async function take(moved: Imported, start: number, end: number) {
  const note = noteDelivery(setup.context, clientOf(moved), moved.person.id, undefined);
  note?.({ ...idsOf(moved), size_bytes: SIZE }, { start, end });
  await writeDeliveries(setup.context);
}

async function receiptOf({ browser }: Person, id: number) {
  const { body } = await browser.get(`/api/projects/${id}/receipt/`);
  const { entries } = JSON.parse(body) as { entries: { kind: string }[] };
  return { body, kinds: entries.map(({ kind }) => kind) };
}

test('an imported delivery is never continued: one more byte makes no download, but all bytes sent here do', async () => {
  const { archive, owner } = await archiveWith((ids) => [almost(ids)]);
  const moved = await importedBy(archive);
  await take(moved, 0, 0);
  const { body, kinds } = await receiptOf(moved.person, moved.project.id);
  expect(kinds).not.toContain('downloaded');
  expect(await verifyReceipt(body, receiptTools)).toMatchObject({
    isGenuine: true,
    brought: { downloads: 0, from: 1 },
  });
  const { downloaded_by } = (
    await moved.person.browser.get(`/api/files/${moved.file.id}/receivers/`)
  ).json<FileReceivers>();
  const origin = { freelancer: owner.username, installation: expect.any(String) as string };
  expect(downloaded_by).toHaveLength(2);
  expect(downloaded_by).toMatchObject([
    { complete: 0, percent: 0, brought: null },
    { complete: 0, percent: 99, brought: origin },
  ]);
  await take(moved, 1, SIZE - 1);
  expect((await receiptOf(moved.person, moved.project.id)).kinds).toContain('downloaded');
});

test('a complete imported download stands apart in the receipt, and a new one is recorded once it is complete here', async () => {
  const { archive, owner } = await archiveWith((ids) => [delivery(ids, {})]);
  const moved = await importedBy(archive);
  const before = await receiptOf(moved.person, moved.project.id);
  expect(before.kinds).not.toContain('downloaded');
  expect(JSON.parse(before.body)).toMatchObject({
    brought: {
      not_attested: 'From another installation, not attested here',
      from: [{ freelancer: owner.username, looks: 0, downloads: 1 }],
    },
  });
  await take(moved, 0, SIZE - 1);
  expect((await receiptOf(moved.person, moved.project.id)).kinds).toContain('downloaded');
  const { results } = (
    await moved.person.browser.get(`/api/projects/${moved.project.id}/activity/`)
  ).json<ActivityPage>();
  expect(results.map(({ kind, brought }) => [kind, brought === null])).toEqual([
    ['downloaded', true],
    ['downloaded', false],
  ]);
});

test('an imported look is shown as imported and counted in no chart, and the first look here is recorded as the first', async () => {
  const { archive } = await archiveWith(({ customer, file, version }) => [
    { record: 'event', kind: 'version_opened', customer, version, file: null, at },
    { record: 'event', kind: 'file_previewed', customer, version, file, at },
    { record: 'play', customer, file, device: 'computer', percent: 90, last_at: at },
  ]);
  const moved = await importedBy(archive);
  expect((await receiptOf(moved.person, moved.project.id)).kinds).not.toContain('seen');
  const looks = (await moved.person.browser.get('/api/analytics/looks/')).json<LookPage>();
  expect(looks.results.map(({ brought }) => brought === null)).toEqual([false, false]);
  const [client, { file_id, ...ids }] = [clientOf(moved), idsOf(moved)];
  recordEvent(setup.context, client, { kind: 'version_opened', ...ids });
  recordEvent(setup.context, client, { kind: 'file_previewed', ...ids, file_id });
  await notePlay(setup.context, client, { ...ids, id: file_id }, { percent: 10, userAgent: undefined });
  await writeEvents(setup.context);
  const { kinds } = await receiptOf(moved.person, moved.project.id);
  expect(kinds.filter((kind) => kind === 'seen')).toHaveLength(2);
  const receivers = (
    await moved.person.browser.get(`/api/files/${moved.file.id}/receivers/`)
  ).json<FileReceivers>();
  expect(receivers.seen_by.map(({ brought }) => brought === null)).toEqual([true, false]);
  expect(receivers.played_by).toMatchObject([{ percent: 10, brought: null }]);
});

test('facts that were imported twice keep the first installation as their origin, in the next archive as well', async () => {
  const { archive, owner } = await archiveWith((ids) => [
    delivery(ids, {}),
    { record: 'event', kind: 'version_opened', customer: ids.customer, version: ids.version, file: null, at },
  ]);
  const first = await importedBy(archive);
  await take(first, 0, SIZE - 1);
  const second = await importedBy(await exportArchive(setup, first.person));
  const third = await importedBy(await exportArchive(setup, second.person));
  for (const { person, project, file } of [second, third]) {
    const { downloaded_by } = (
      await person.browser.get(`/api/files/${file.id}/receivers/`)
    ).json<FileReceivers>();
    expect(new Set(downloaded_by.map(({ brought }) => brought?.freelancer))).toEqual(
      new Set([owner.username, first.person.username]),
    );
    expect(downloaded_by).toHaveLength(2);
    const { body, kinds } = await receiptOf(person, project.id);
    expect(kinds).not.toContain('downloaded');
    expect(JSON.parse(body)).toMatchObject({
      brought: {
        from: expect.arrayContaining([
          expect.objectContaining({ freelancer: owner.username, looks: 1, downloads: 1 }),
          expect.objectContaining({ freelancer: first.person.username, looks: 0, downloads: 1 }),
        ]) as object[],
      },
    });
  }
});

test.each([
  ['that are out of order', { ranges: '200-299 0-99', covered_bytes: 200 }],
  ['that overlap', { ranges: '0-99 50-149', covered_bytes: 200 }],
  ['that touch', { ranges: '0-99 100-199', covered_bytes: 200 }],
  ['that run backwards', { ranges: '99-0', covered_bytes: 0 }],
  ['beyond the file', { ranges: `0-${SIZE}`, covered_bytes: SIZE }],
  ['of fewer bytes than are counted', { ranges: '0-99', covered_bytes: 200 }],
  ['of a complete file', { ranges: '0-99', covered_bytes: SIZE, completed_at: at }],
  ['of an origin that the archive does not name', { ranges: '0-99', covered_bytes: 100, origin: 9 }],
])('an archive with ranges %s is refused with a reason', async (_, rest) => {
  const { archive } = await archiveWith((ids) => [delivery(ids, { completed_at: null, ...rest })]);
  const person = await setup.createFreelancer();
  expect(await sendArchive(setup, person, archive)).toMatchObject({
    state: 'refused',
    problem: expect.stringMatching(/records/) as string,
  });
});

/** An archive with a changed head. */
async function archiveOf(change: (data: string) => string) {
  const { owner } = await archiveWith(() => []);
  return changed(await entriesOf(await exportArchive(setup, owner)), (all) =>
    all.map(([name, bytes]): Entry => [
      name,
      name === 'data.jsonl' ? Buffer.from(change(bytes.toString())) : bytes,
    ]),
  );
}

const ORIGIN = { record: 'origin', id: 1, freelancer: 'ada', installation: 'old.example:8080' };
const withOrigin = (rest: object) => (data: string) =>
  data.replace('\n', `\n${JSON.stringify({ ...ORIGIN, ...rest })}\n`);

test.each<[string, (data: string) => string]>([
  ['an installation that is a sentence', withOrigin({ installation: 'attested by all' })],
  ['an installation with a direction mark', withOrigin({ installation: 'old\u202e.example' })],
  ['an installation of 64 KB', withOrigin({ installation: 'a'.repeat(64_000) })],
  ['a freelancer of several lines', withOrigin({ freelancer: 'ada\nDownloaded completely by bora' })],
  ['a freelancer with a direction mark', withOrigin({ freelancer: 'ada\u202e' })],
  ['the same origin twice', (data) => withOrigin({})(withOrigin({})(data))],
  [
    'a maker that is a sentence',
    (data) => data.replace(/"installation":"[^"]+"/, '"installation":"attested by all"'),
  ],
  ['a maker of several lines', (data) => data.replace(/"username":"[^"]+"/, '"username":"ada\\nbora"')],
])('an archive with %s, which would appear in receipts, is refused', async (_, change) => {
  const person = await setup.createFreelancer();
  expect(await sendArchive(setup, person, await archiveOf(change))).toMatchObject({
    state: 'refused',
    problem: expect.stringMatching(/records/) as string,
  });
});

test('an archive that names an origin as installations do is accepted', async () => {
  const person = await setup.createFreelancer();
  const { problem } = await sendArchive(setup, person, await archiveOf(withOrigin({})));
  expect(problem).toBeNull();
});

test.each([
  [
    'en',
    'From another installation, not attested here',
    /From freelancer\S+, \S+, imported .+ Looks: 1, complete downloads: 1/,
    'Not downloaded completely',
  ],
  [
    'tr',
    'Başka bir kurulumdan, burada doğrulanmamış',
    /kurulumundan, içe aktarıldı: .+ Bakış: 1, tamamlanan indirme: 1/,
    'Tamamı indirilmedi',
  ],
] as const)(
  'the PDF lists imported facts apart from attested ones, in %s',
  async (language, title, line, own) => {
    const { archive } = await archiveWith((ids) => [
      delivery(ids, {}),
      {
        record: 'event',
        kind: 'version_opened',
        customer: ids.customer,
        version: ids.version,
        file: null,
        at,
      },
    ]);
    const { person, project } = await importedBy(archive);
    const { rawPayload } = await person.browser.get(
      `/api/projects/${project.id}/receipt/?format=pdf&language=${language}`,
    );
    const [text = ''] = await pagesOf(rawPayload);
    expect(text).toContain(title);
    expect(text).toMatch(line);
    expect(text).toContain(own);
  },
);
