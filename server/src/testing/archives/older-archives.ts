import type { Entry } from './changed-archive.ts';
import { changed } from './changed-archive.ts';

/** A picture of 4 x 3 pixels. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAQAAAADCAIAAAA7ljmRAAAAEElEQVR42mM4EaABRww4OQAsNg8BSqno0gAAAABJRU5ErkJggg==',
  'base64',
);
const ENTRIES: readonly Entry[] = [
  ['README.txt', Buffer.from('Vitrin')],
  ['receipts/7.json', Buffer.from('{"ledger":"7"}')],
  ['logo.png', PNG],
  ['files/7 Web/9 1.0/plan.txt', Buffer.from('plan')],
  ['pictures/11.png', PNG],
];

type Line = { record: string; [field: string]: unknown };

const AT = (day: number) => `2025-05-${String(day).padStart(2, '0')}T10:00:00.000Z`;

const FORMAT_1: readonly Line[] = [
  {
    record: 'freelancer',
    username: 'ada',
    display_name: 'Stüdyo Ada',
    accent: '#ffcc00',
    greeting: 'Merhaba',
    contact: '+90 532 000 00 00',
    logo: { entry: 'logo.png', width: 4, height: 3 },
    unwanted_notices: ['weekly_summary'],
    plan: 'Pro',
  },
  {
    record: 'customer',
    id: 3,
    username: 'cem',
    display_name: 'Cem Bey',
    language: 'tr',
    last_seen: AT(20),
    created_at: AT(1),
    registered: true,
  },
  { record: 'event_day', day: '2025-05-18', kind: 'file_previewed', amount: 5 },
  { record: 'event_hour', hour: '2025-05-18T10', kind: 'file_previewed', amount: 5 },
  {
    record: 'project',
    id: 7,
    name: 'Web',
    description: '<p>About it</p>',
    created_at: AT(2),
    last_updated: AT(12),
    shown_updated: AT(11),
    edited_at: AT(3),
    customer: 3,
    status: 'on-hold',
  },
  {
    record: 'milestone',
    id: 8,
    name: 'Sketch',
    description: '<p>First</p>',
    completed: true,
    created_at: AT(4),
    edited_at: AT(5),
    order: 1,
  },
  {
    record: 'version',
    id: 9,
    version_number: '1.0',
    description: '<p>With <img src="/api/pictures/11/"></p>',
    ready_at: AT(6),
    created_at: AT(7),
    edited_at: AT(8),
    cover: 10,
  },
  {
    record: 'file',
    id: 10,
    version: 9,
    name: 'plan.txt',
    size: 4,
    file_type: 'text/plain',
    position: 2,
    created_at: AT(9),
    entry: 'files/7 Web/9 1.0/plan.txt',
  },
  {
    record: 'picture',
    id: 11,
    milestone: null,
    version: 9,
    size: PNG.length,
    file_type: 'image/png',
    created_at: AT(10),
    entry: 'pictures/11.png',
  },
  { record: 'event', kind: 'file_previewed', customer: 3, version: 9, file: 10, at: AT(18), amount: 5 },
  { record: 'event', kind: 'project_opened', customer: 3, version: null, file: null, at: AT(17) },
  { record: 'visit', customer: 3, previous_at: AT(13), opened_at: AT(17), seen_at: AT(18) },
  {
    record: 'delivery',
    customer: 3,
    file: 10,
    device: 'phone',
    ranges: '0-1',
    covered_bytes: 2,
    began_at: AT(14),
    last_at: AT(15),
    completed_at: null,
  },
  {
    record: 'delivery',
    customer: 3,
    file: 10,
    device: 'tablet',
    ranges: '',
    covered_bytes: 4,
    began_at: AT(14),
    last_at: AT(15),
    completed_at: AT(15),
  },
  { record: 'play', customer: 3, file: 10, device: 'phone', percent: 40, last_at: AT(16) },
];

const OF_2: Partial<Record<string, object>> = {
  project: { expected_on: '2025-06-02', expected_since: AT(3) },
  milestone: { due_on: '2025-05-30', completed_at: AT(5) },
  freelancer: { installation: 'old.example:8080' },
  event: { origin: 4 },
  file: { section: 12, caption: 'Ön yüz', alt: 'A plan of the house' },
  delivery: { handed_at: AT(14), origin: 4 },
  play: { origin: 4 },
};
const REMOVED_PERSON: Line = {
  record: 'customer',
  id: 5,
  username: 'removed-1',
  display_name: 'Deniz',
  language: 'tr',
  last_seen: AT(15),
  created_at: AT(4),
  registered: false,
  client: 3,
  removed_at: AT(16),
};
const SECTION: Line = { record: 'section', id: 12, version: 9, name: 'Plans', order: 1, created_at: AT(8) };
const LINK: Line = {
  record: 'link',
  version: 9,
  title: 'Film',
  address: 'https://vimeo.com/1',
  order: 1,
  section: 12,
  created_at: AT(8),
};
const FORMAT_2 = FORMAT_1.flatMap((line): Line[] => [
  { ...line, ...OF_2[line.record] },
  ...(line.record === 'freelancer'
    ? [{ record: 'origin', id: 4, freelancer: 'bora', installation: 'older.example' }]
    : []),
  ...(line.record === 'customer' ? [REMOVED_PERSON] : []),
  ...(line.record === 'version' ? [SECTION, LINK] : []),
]);

/**
 * The records of an archive of each format as the releases of that format wrote them, with something in every field. A
 * format gets fields until it is released; what was released is never changed.
 */
export const RECORDS_BY_FORMAT: Record<number, readonly Line[]> = { 1: FORMAT_1, 2: FORMAT_2 };

/** An archive of a format. */
export function olderArchive(version: number): Promise<Buffer> {
  const lines = RECORDS_BY_FORMAT[version] ?? [];
  const data = Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  const head = {
    format: 'vitrin-archive',
    version,
    export: '6b2f5c1e-6a0c-4c43-9f0e-3a0d8a1c7b10',
    made_at: AT(20),
    freelancer: 'ada',
    counts: { projects: 1, customers: 1, files: 1, missing: 0, entries: ENTRIES.length + 1 },
  };
  const manifest: Entry = [
    'manifest.json',
    Buffer.from(`${JSON.stringify(head).slice(0, -1)},"entries":[\n]}\n`),
  ];
  return changed([...ENTRIES, ['data.jsonl', data], manifest], (all) => all);
}
