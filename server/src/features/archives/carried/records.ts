import { z } from 'zod';
import {
  Description,
  Id,
  MAX_NAME_LENGTH,
  nameText,
  Timestamp as AnyTimestamp,
} from '@vitrin/shared/contract/common.ts';
import { MAX_VERSION_NUMBER_LENGTH } from '@vitrin/shared/contract/common.ts';
import { LAST_POSITION, MAX_FILE_NAME_LENGTH } from '@vitrin/shared/contract/files.ts';
import { UpdateFace } from '@vitrin/shared/contract/faces.ts';
import { NoticeKind } from '@vitrin/shared/contract/notices.ts';
import { Language, Username } from '@vitrin/shared/contract/users.ts';
import { LOGO_BOX } from '@vitrin/shared/rules/logo-size.ts';
import { MAX_PICTURE_BYTES } from '@vitrin/shared/rules/texts/rich-text-length.ts';
import { STATUS_OVERRIDES } from '@vitrin/shared/rules/progress.ts';

/** What an archive calls itself, and the version of what this release writes and reads. */
export const FORMAT = 'vitrin-archive';
export const FORMAT_VERSION = 2;

export const README_NAME = 'README.txt';
export const DATA_NAME = 'data.jsonl';
export const LOGO_NAME = 'logo.png';
export const MANIFEST_NAME = 'manifest.json';
/** Names of entries with pictures of texts. */
export const PICTURE_NAME = /^pictures\/[1-9]\d{0,9}\.(?:png|jpg)$/;

/** Most entries of an archive. */
export const MAX_ENTRIES = 200_000;
/** Most events, deliveries and plays of a project that an archive carries, of each. */
export const MAX_FACTS = 100_000;
/** Most bytes of a record: a description has at most 200,000 characters with its tags. */
export const MAX_RECORD_BYTES = 1_500_000;
/** Most bytes of the receipts that are brought along with a project; they take none of a plan's storage. */
export const MAX_RECEIPT_BYTES = 16 * 1024 * 1024;

const MAX_BYTES = 2 ** 50;
const MAX_ENTRY_NAME = 600;
/** Of the 64 ranges that are kept of a delivery, of the longest numbers. */
const MAX_RANGES_LENGTH = 64 * 34;
/** More than ever happens on a day, and so little that sums of sums stay whole numbers of the database. */
export const MAX_AMOUNT = 10_000_000;

/** What is not a moment, such as the 40th of a month, would be refused by the database or break who reads it. */
const isMoment = (text: string) => {
  const date = new Date(text);
  return !Number.isNaN(date.getTime()) && date.toISOString() === text && text >= '1970' && text < '3000';
};
const Timestamp = AnyTimestamp.refine(isMoment);
const Size = z.int().min(0).max(MAX_BYTES);
const EntryName = z.string().min(1).max(MAX_ENTRY_NAME, { abort: true });
const Device = z.enum(['phone', 'tablet', 'computer']);
const EventKind = z.enum([
  'project_opened',
  'version_opened',
  'file_previewed',
  'file_downloaded',
  'zip_downloaded',
]);
const { display_name, accent, greeting, contact } = UpdateFace.shape;
/** A host with its port, in the letters that addresses have. It stands in receipts, so it must not be a text of its own. */
const Installation = z
  .string()
  .max(260)
  .regex(/^[a-z0-9._:[\]-]+$/);
/** A freelancer's username there, in the letters that usernames have, for the same reason. */
const FreelancerName = z
  .string()
  .max(150)
  .regex(/^[\p{L}\p{N}\p{M}@.+_-]+$/u);
/** Origin of a fact that the installation itself had from an archive. */
const origin = Id.optional();

/** The freelancer, without anything that signs them in. */
const Freelancer = z.strictObject({
  record: z.literal('freelancer'),
  username: FreelancerName,
  display_name,
  accent,
  greeting,
  contact,
  logo: z
    .strictObject({
      entry: z.literal(LOGO_NAME),
      width: z.int().min(1).max(LOGO_BOX.width),
      height: z.int().min(1).max(LOGO_BOX.height),
    })
    .nullable(),
  /** Kinds of notices that are not wanted. */
  unwanted_notices: z.array(NoticeKind).max(20),
  /** To be read; a plan belongs to its installation. */
  plan: z.string().max(100).nullable(),
  /** Where the archive was made; archives of format 1 do not say it. */
  installation: Installation.optional(),
});

/** Another installation, from which some of the facts had come before. */
const Origin = z.strictObject({
  record: z.literal('origin'),
  id: Id,
  freelancer: FreelancerName.nullable(),
  installation: Installation.nullable(),
});

const Customer = z.strictObject({
  record: z.literal('customer'),
  id: Id,
  username: Username,
  display_name,
  language: Language,
  /** To be read: who comes along sets a password anew. */
  registered: z.boolean(),
  last_seen: Timestamp.nullable(),
  created_at: Timestamp,
});

/** What follows until the next project belongs to it. */
const Project = z.strictObject({
  record: z.literal('project'),
  id: Id,
  name: nameText(MAX_NAME_LENGTH),
  description: Description,
  customer: Id.nullable(),
  /** Null where the status follows from the milestones. */
  status: z.enum(STATUS_OVERRIDES).nullable(),
  created_at: Timestamp,
  last_updated: Timestamp,
  /** `last_updated` for its client, who does not see what waits; null where the two are the same. */
  shown_updated: Timestamp.nullable(),
  edited_at: Timestamp,
});

const Milestone = z.strictObject({
  record: z.literal('milestone'),
  id: Id,
  name: nameText(MAX_NAME_LENGTH),
  description: Description,
  completed: z.boolean(),
  order: z.int32().min(1),
  created_at: Timestamp,
  edited_at: Timestamp,
});

const Version = z.strictObject({
  record: z.literal('version'),
  id: Id,
  version_number: nameText(MAX_VERSION_NUMBER_LENGTH),
  description: Description,
  /** Id of the file that stands for it. */
  cover: Id.nullable(),
  /** From when on its client sees it; null for a draft. */
  ready_at: Timestamp.nullable(),
  created_at: Timestamp,
  edited_at: Timestamp,
});

const File = z.strictObject({
  record: z.literal('file'),
  id: Id,
  version: Id,
  name: z.string().min(1).max(MAX_FILE_NAME_LENGTH),
  size: Size,
  file_type: z.string().max(255),
  position: z.int32().min(0).max(LAST_POSITION),
  created_at: Timestamp,
  /** Where its bytes are in the archive; they are missing where there is no such entry. */
  entry: EntryName.startsWith('files/'),
});

/** A picture in a text of the project: of a milestone or a version where it is named. */
const Picture = z.strictObject({
  record: z.literal('picture'),
  /** As in the address `/api/pictures/ID/` in the text. */
  id: Id,
  milestone: Id.nullable(),
  version: Id.nullable(),
  size: Size.max(MAX_PICTURE_BYTES),
  file_type: z.enum(['image/png', 'image/jpeg']),
  created_at: Timestamp,
  entry: EntryName.regex(PICTURE_NAME),
});

const Event = z.strictObject({
  record: z.literal('event'),
  kind: EventKind,
  customer: Id,
  version: Id.nullable(),
  file: Id.nullable(),
  at: Timestamp,
  /** Of the sum of a day: how many there were. */
  amount: z.int32().min(1).max(MAX_AMOUNT).optional(),
  origin,
});

const Visit = z.strictObject({
  record: z.literal('visit'),
  customer: Id,
  previous_at: Timestamp.nullable(),
  opened_at: Timestamp,
  seen_at: Timestamp,
});

const Delivery = z.strictObject({
  record: z.literal('delivery'),
  customer: Id,
  file: Id,
  device: Device,
  ranges: z
    .string()
    .max(MAX_RANGES_LENGTH, { abort: true })
    .regex(/^(?:\d{1,15}-\d{1,15}(?: \d{1,15}-\d{1,15})*)?$/),
  covered_bytes: Size,
  began_at: Timestamp,
  last_at: Timestamp,
  completed_at: Timestamp.nullable(),
  /** When it was first handed to the store. */
  handed_at: Timestamp.nullable().optional(),
  origin,
});

const Play = z.strictObject({
  record: z.literal('play'),
  customer: Id,
  file: Id,
  device: Device,
  percent: z.int().min(1).max(100),
  last_at: Timestamp,
  origin,
});

/** How often something happened on a day, over all projects, deleted ones too. */
const EventDay = z.strictObject({
  record: z.literal('event_day'),
  day: z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}$/)
    .refine((day) => isMoment(`${day}T00:00:00.000Z`)),
  kind: EventKind,
  amount: z.int32().min(1).max(MAX_AMOUNT),
});

/**
 * How often customers did one kind of thing within an hour in UTC. Only the last months have hours: from them come the days
 * of whatever time zone the reader is in.
 */
const EventHour = z.strictObject({
  record: z.literal('event_hour'),
  hour: z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}T\d{2}$/)
    .refine((hour) => isMoment(`${hour}:00:00.000Z`)),
  kind: EventKind,
  amount: z.int32().min(1).max(MAX_AMOUNT),
});

/** A line of `data.jsonl`: the freelancer, the origins, the customers, the days and hours, then each project with what is in it. */
export const ArchiveRecord = z.discriminatedUnion('record', [
  Freelancer,
  Origin,
  Customer,
  EventDay,
  EventHour,
  Project,
  Milestone,
  Version,
  File,
  Picture,
  Event,
  Visit,
  Delivery,
  Play,
]);
export type ArchiveRecord = z.infer<typeof ArchiveRecord>;

/** The beginning of the manifest; its entries follow, each on a line of its own. */
export const ManifestHead = z.object({
  format: z.literal(FORMAT),
  version: z.int(),
  /** Random: by it an installation knows an archive again. */
  export: z.uuid(),
  made_at: Timestamp,
  freelancer: z.string().max(150),
  counts: z.object({
    projects: z.int(),
    customers: z.int(),
    files: z.int(),
    missing: z.int(),
    entries: z.int(),
  }),
});
export type ManifestHead = z.infer<typeof ManifestHead>;

export const ManifestEntry = z.strictObject({
  name: EntryName,
  size: Size,
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});
export type ManifestEntry = z.infer<typeof ManifestEntry>;
