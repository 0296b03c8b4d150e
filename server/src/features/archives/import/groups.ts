import { MAX_COUNTS, MAX_PROJECT_TEXT_BYTES } from '@vitrin/shared/rules/counts.ts';
import { type ArchiveRecord, MAX_FACTS } from '../carried/records.ts';
import { ArchiveError } from './archive-error.ts';

type RecordOf<Name extends ArchiveRecord['record']> = Extract<ArchiveRecord, { record: Name }>;

export const MOST_ORIGINS = 10_000;
/** Customers with their people, those who were removed among them. */
const MOST_ACCOUNTS = MAX_COUNTS.customers * (1 + 2 * MAX_COUNTS.people);
const MOST_DAYS = 50_000;
/** Days of 24 months and one more, for each of five kinds. */
const MOST_HOURS = 90_000;
/** Length of the ranges of all deliveries of a project: 160 for each, where most have fewer than 100. */
const MAX_RANGES_IN_PROJECT = 160 * MAX_FACTS;

const IN_HEAD = {
  origin: ['origins', MOST_ORIGINS],
  customer: ['customers', MOST_ACCOUNTS],
  event_day: ['days', MOST_DAYS],
  event_hour: ['hours', MOST_HOURS],
} as const;
const IN_PROJECT = {
  milestone: ['milestones', MAX_COUNTS.milestones],
  version: ['versions', MAX_COUNTS.versions],
  section: ['sections', MAX_COUNTS.sections * MAX_COUNTS.versions],
  link: ['links', MAX_COUNTS.links * MAX_COUNTS.versions],
  file: ['files', MAX_COUNTS.files],
  picture: ['pictures', 100 * (1 + MAX_COUNTS.milestones + MAX_COUNTS.versions)],
  event: ['events', MAX_FACTS + 1000],
  visit: ['visits', MOST_ACCOUNTS],
  delivery: ['deliveries', MAX_FACTS],
  play: ['plays', MAX_FACTS],
} as const;

type Kinds = Record<string, readonly [list: string, most: number]>;
type ListsOf<Of extends Kinds> = {
  [Kind in keyof Of & ArchiveRecord['record'] as Of[Kind][0]]: RecordOf<Kind>[];
};

export type Head = { freelancer: RecordOf<'freelancer'> } & ListsOf<typeof IN_HEAD>;
/** A project with all that is in it. Events are newest first. */
export type Group = { project: RecordOf<'project'> } & ListsOf<typeof IN_PROJECT>;

/** Yields the head, then a group per project; ArchiveError for misplaced or too many records, which bounds memory. */
export async function* groupsOf(records: AsyncIterable<ArchiveRecord>): AsyncGenerator<Head | Group, void> {
  let head: Head | undefined;
  let group: Group | undefined;
  let [textBytes, rangesLength] = [0, 0];
  for await (const record of records) {
    if (record.record === 'freelancer') {
      if (head) throw misplaced();
      head = { freelancer: record, ...emptyLists(IN_HEAD) };
    } else if (record.record === 'project') {
      if (!head) throw misplaced();
      yield group ?? head;
      group = { project: record, ...emptyLists(IN_PROJECT) };
      [textBytes, rangesLength] = [0, 0];
    } else if (!add(head, group, record)) throw misplaced();
    if ('description' in record) textBytes += Buffer.byteLength(record.description);
    if (record.record === 'delivery') rangesLength += record.ranges.length;
    if (textBytes > 2 * MAX_PROJECT_TEXT_BYTES || rangesLength > MAX_RANGES_IN_PROJECT) throw tooMuch();
  }
  if (!head) throw misplaced();
  yield group ?? head;
}

/** Adds a record to its list; false where it belongs to none that is open, or the head has too many of it. */
function add(head: Head | undefined, group: Group | undefined, record: ArchiveRecord): boolean {
  const kind = record.record;
  const isInHead = kind in IN_HEAD;
  const lists = isInHead ? (group ? undefined : head) : group;
  if (!lists) return false;
  const [name, most] = ({ ...IN_HEAD, ...IN_PROJECT } as Kinds)[kind] ?? ['', 0];
  const list = (lists as unknown as Record<string, ArchiveRecord[]>)[name] ?? [];
  if (list.length >= most) {
    if (isInHead) return false;
    throw tooMuch();
  }
  list.push(record);
  return true;
}

export function isHead(group: Head | Group): group is Head {
  return 'freelancer' in group;
}

function emptyLists<Of extends Kinds>(kinds: Of): ListsOf<Of> {
  return Object.fromEntries(Object.values(kinds).map(([list]) => [list, []])) as unknown as ListsOf<Of>;
}

function misplaced(): ArchiveError {
  return new ArchiveError('imports.bad_records');
}

function tooMuch(): ArchiveError {
  return new ArchiveError('imports.too_much_in_project');
}
