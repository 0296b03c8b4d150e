import { MAX_COUNTS, MAX_PROJECT_TEXT_BYTES } from '@vitrin/shared/rules/counts.ts';
import { type ArchiveRecord, MAX_FACTS } from '../carried/records.ts';
import { ArchiveError } from './archive-error.ts';

type RecordOf<Name extends ArchiveRecord['record']> = Extract<ArchiveRecord, { record: Name }>;

/** What stands before the projects. */
export type Head = {
  freelancer: RecordOf<'freelancer'>;
  origins: RecordOf<'origin'>[];
  customers: RecordOf<'customer'>[];
  days: RecordOf<'event_day'>[];
  hours: RecordOf<'event_hour'>[];
};

/** A project with all that is in it. Events are newest first. */
export type Group = {
  project: RecordOf<'project'>;
  milestones: RecordOf<'milestone'>[];
  versions: RecordOf<'version'>[];
  files: RecordOf<'file'>[];
  pictures: RecordOf<'picture'>[];
  events: RecordOf<'event'>[];
  visits: RecordOf<'visit'>[];
  deliveries: RecordOf<'delivery'>[];
  plays: RecordOf<'play'>[];
};

/** Archives that a freelancer brought, with the origins that each of them had: in an archive, and in all. */
export const MOST_ORIGINS = 10_000;
const MOST_DAYS = 50_000;
/** Of each of five kinds in 24 months and the day after them. */
const MOST_HOURS = 90_000;
/** Length of the ranges of all deliveries of a project: 160 for each, where most have fewer than 100. */
const MAX_RANGES_IN_PROJECT = 160 * MAX_FACTS;
const MOST: Record<Exclude<keyof Group, 'project'>, number> = {
  milestones: MAX_COUNTS.milestones,
  versions: MAX_COUNTS.versions,
  files: MAX_COUNTS.files,
  pictures: 100 * (1 + MAX_COUNTS.milestones + MAX_COUNTS.versions),
  events: MAX_FACTS + 1000,
  visits: MAX_COUNTS.customers,
  deliveries: MAX_FACTS,
  plays: MAX_FACTS,
};

/**
 * Records by project: the head first, then a group for each. Throws ArchiveError for any that stands where it does not
 * belong, and for more than there may be, so that no group takes much memory.
 */
export async function* groupsOf(records: AsyncIterable<ArchiveRecord>): AsyncGenerator<Head | Group, void> {
  let head: Head | undefined;
  let group: Group | undefined;
  let [textBytes, rangesLength] = [0, 0];
  const add = <Kind extends keyof typeof MOST>(kind: Kind, record: Group[Kind][number]) => {
    if (!group) throw misplaced();
    const list = group[kind] as Group[Kind][number][];
    if (list.length >= MOST[kind]) throw new ArchiveError('imports.too_much_in_project');
    list.push(record);
  };
  for await (const record of records) {
    if ('description' in record) {
      textBytes += Buffer.byteLength(record.description);
      if (textBytes > 2 * MAX_PROJECT_TEXT_BYTES) throw new ArchiveError('imports.too_much_in_project');
    }
    switch (record.record) {
      case 'freelancer':
        if (head) throw misplaced();
        head = { freelancer: record, origins: [], customers: [], days: [], hours: [] };
        break;
      case 'origin':
        if (!head || group || head.origins.length >= MOST_ORIGINS) throw misplaced();
        head.origins.push(record);
        break;
      case 'customer':
        if (!head || group || head.customers.length >= MAX_COUNTS.customers) throw misplaced();
        head.customers.push(record);
        break;
      case 'event_day':
        if (!head || group || head.days.length >= MOST_DAYS) throw misplaced();
        head.days.push(record);
        break;
      case 'event_hour':
        if (!head || group || head.hours.length >= MOST_HOURS) throw misplaced();
        head.hours.push(record);
        break;
      case 'project':
        if (!head) throw misplaced();
        yield group ?? head;
        group = { ...emptyGroup(), project: record };
        textBytes = Buffer.byteLength(record.description);
        rangesLength = 0;
        break;
      case 'milestone':
        add('milestones', record);
        break;
      case 'version':
        add('versions', record);
        break;
      case 'file':
        add('files', record);
        break;
      case 'picture':
        add('pictures', record);
        break;
      case 'event':
        add('events', record);
        break;
      case 'visit':
        add('visits', record);
        break;
      case 'delivery':
        rangesLength += record.ranges.length;
        if (rangesLength > MAX_RANGES_IN_PROJECT) throw new ArchiveError('imports.too_much_in_project');
        add('deliveries', record);
        break;
      case 'play':
        add('plays', record);
        break;
    }
  }
  if (!head) throw misplaced();
  yield group ?? head;
}

export function isHead(group: Head | Group): group is Head {
  return 'freelancer' in group;
}

function emptyGroup(): Omit<Group, 'project'> {
  return {
    milestones: [],
    versions: [],
    files: [],
    pictures: [],
    events: [],
    visits: [],
    deliveries: [],
    plays: [],
  };
}

function misplaced(): ArchiveError {
  return new ArchiveError('imports.bad_records');
}
