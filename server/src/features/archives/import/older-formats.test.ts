import { expect, test } from 'vitest';
import type { Schema } from '../../../database/schema.ts';
import { importAndWait, sendArchive } from '../../../testing/archives/archive-journeys.ts';
import { olderArchive, RECORDS_BY_FORMAT } from '../../../testing/archives/older-archives.ts';
import { sharedTestApp } from '../../../testing/shared-test-app.ts';
import { ENTITIES } from '../carried/columns.ts';
import { linkKey } from '@vitrin/shared/rules/texts/link-key.ts';
import { searchKey } from '@vitrin/shared/rules/texts/names.ts';
import { FORMAT_VERSION } from '../carried/records.ts';

const formats = Array.from({ length: FORMAT_VERSION }, (_, index) => index + 1);
const setups = new Map<number, Awaited<ReturnType<typeof sharedTestApp>>>();
for (const format of formats) setups.set(format, await sharedTestApp({ RATE_LIMITS: 'off' }));

/** Values of fields that were left empty. */
const EMPTY: readonly unknown[] = [undefined, null, false, 0, ''];
const at = (day: number) => `2025-05-${String(day).padStart(2, '0')}T10:00:00.000Z`;

test.each(formats)(
  'the archive of format %i has every field of that format, and none of a later one',
  (format) => {
    const lines = RECORDS_BY_FORMAT[format] ?? [];
    const carried = ENTITIES.flatMap(({ record, fields }) =>
      fields.flatMap(({ name, type, since = 1 }) => (type ? [{ record, name, since }] : [])),
    );
    const isIn = ({ record, name }: (typeof carried)[number]) =>
      lines.some((line) => line.record === record && !EMPTY.includes(line[name]));
    const isNew = (record: string) => !lines.some((line) => line.record === record);
    // Two fields of a picture are never filled in together, and records of a kind came with a format.
    const wanted = carried.filter(
      ({ record, name }) => name !== 'milestone' && !(format === 1 && isNew(record)),
    );
    expect(wanted.filter(({ since }) => since <= format).filter((field) => !isIn(field))).toEqual([]);
    expect(carried.filter(({ since }) => since > format).filter(isIn)).toEqual([]);
  },
);

test.each(formats)('an archive of format %i is imported with every field that it has', async (format) => {
  const setup = setups.get(format);
  if (!setup) throw new Error('There is no application');
  const all = (table: keyof Schema) =>
    setup.db
      .selectFrom(table as 'files')
      .selectAll()
      .execute() as Promise<unknown>;
  const person = await setup.createFreelancer();
  const found = await sendArchive(setup, person, await olderArchive(format));
  expect([found.state, found.problem]).toEqual(['ready', null]);
  expect((await importAndWait(setup, person, found.id)).state).toBe('done');

  const id = expect.any(Number) as number;
  const has = <T>(value: T, of: number, before: T) => (format >= of ? value : before);
  const maker = { number: 0, freelancer: 'ada', installation: has('old.example:8080', 2, null) };
  const origins = [maker, ...has([{ number: 4, freelancer: 'bora', installation: 'older.example' }], 2, [])];
  expect(await all('origins')).toMatchObject(origins);
  const ids = new Map(
    ((await all('origins')) as { id: number; number: number }[]).map((row) => [row.number, row.id]),
  );
  const origin_id = ids.get(has(4, 2, 0));

  expect(await all('faces')).toMatchObject([
    {
      accent: '#ffcc00',
      greeting: 'Merhaba',
      contact: '+90 532 000 00 00',
      logo_key: expect.any(String) as string,
      logo_width: 4,
      logo_height: 3,
    },
  ]);
  expect(await all('unwanted_notices')).toMatchObject([{ kind: 'weekly_summary' }]);
  const users = (await all('users')) as { id: number }[];
  const [owner, customer, ...people] = users.toSorted((one, other) => one.id - other.id);
  expect(owner).toMatchObject({ display_name: 'Stüdyo Ada' });
  expect(customer).toMatchObject({
    username: 'cem',
    display_name: 'Cem Bey',
    language: 'tr',
    last_seen: at(20),
    created_at: at(1),
    password_hash: null,
    owner_id: person.id,
  });
  expect(people).toMatchObject(
    has([{ display_name: 'Deniz', client_id: customer?.id, removed_at: at(16), owner_id: person.id }], 2, []),
  );
  const sum = { kind: 'file_previewed', amount: 5, brought: 5 };
  expect(await all('event_days')).toMatchObject([{ day: '2025-05-18', ...sum }]);
  expect(await all('event_hours')).toMatchObject([{ hour: '2025-05-18T10', ...sum }]);
  expect(await all('projects')).toMatchObject([
    {
      name: 'Web',
      description: '<p>About it</p>',
      created_at: at(2),
      last_updated: at(12),
      shown_updated: at(11),
      edited_at: at(3),
      customer_id: customer?.id,
      status_override: 'on-hold',
      milestones_total: 1,
      milestones_completed: 1,
    },
  ]);
  expect(await all('milestones')).toMatchObject([
    {
      name: 'Sketch',
      description: '<p>First</p>',
      completed: true,
      created_at: at(4),
      edited_at: at(5),
      position: 1,
    },
  ]);
  const [picture] = (await all('pictures')) as { id: number }[];
  const [file] = (await all('files')) as { id: number }[];
  expect(await all('versions')).toMatchObject([
    {
      version_number: '1.0',
      description: expect.stringMatching(
        `^<p>With <img src="/api/pictures/${picture?.id}/" [^<]+></p>$`,
      ) as string,
      ready_at: at(6),
      created_at: at(7),
      edited_at: at(8),
      cover_id: file?.id,
    },
  ]);
  expect(file).toMatchObject({ name: 'plan.txt', size_bytes: 4, position: 2, created_at: at(9) });
  const sections = (await all('sections')) as { id: number }[];
  expect(sections).toMatchObject(
    has([{ name: 'Plans', version_id: id, position: 1, created_at: at(8) }], 2, []),
  );
  expect(file).toMatchObject({ section_id: has(sections[0]?.id, 2, null) });
  const named = { title: 'Film', address: 'https://vimeo.com/1' };
  const link = { ...named, version_id: id, position: 1, search_key: linkKey(named) };
  expect(await all('links')).toMatchObject(
    has([{ ...link, section_id: sections[0]?.id, created_at: at(8) }], 2, []),
  );
  const words = { caption: 'Ön yüz', alt: 'A plan of the house', caption_key: searchKey('Ön yüz') };
  expect(file).toMatchObject(has(words, 2, { caption: '', alt: '', caption_key: '' }));
  expect(file).toMatchObject({ media_type: 'text/plain', version_id: id, owner_id: person.id });
  expect(picture).toMatchObject({
    milestone_id: null,
    version_id: id,
    media_type: 'image/png',
    created_at: at(10),
  });
  const by = { user_id: customer?.id, file_id: file?.id, version_id: id, project_id: id };
  expect(await all('events')).toMatchObject([
    {
      ...by,
      kind: 'project_opened',
      version_id: null,
      file_id: null,
      created_at: at(17),
      amount: null,
      origin_id,
    },
    { ...by, kind: 'file_previewed', created_at: at(18), amount: 5, origin_id },
  ]);
  expect(await all('visits')).toMatchObject([
    { user_id: customer?.id, previous_at: at(13), opened_at: at(17), seen_at: at(18) },
  ]);
  const times = { began_at: at(14), last_at: at(15), handed_at: has(at(14), 2, null), origin_id };
  expect(await all('brought_deliveries')).toMatchObject([
    { ...by, ...times, device: 'phone', ranges: '0-1', covered_bytes: 2, size_bytes: 4, completed_at: null },
    { ...by, ...times, device: 'tablet', ranges: '', covered_bytes: 4, completed_at: at(15) },
  ]);
  expect(await all('plays')).toMatchObject([
    { ...by, device: 'phone', percent: 40, last_at: at(16), origin_id },
  ]);
  expect(await all('brought_receipts')).toMatchObject([{ number: 1, size_bytes: 14 }]);
});
