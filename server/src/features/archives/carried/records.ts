import { z } from 'zod';
import {
  IMPORTED_DELIVERY,
  CUSTOMER,
  ENTITIES,
  EVENT,
  EVENT_DAY,
  EVENT_HOUR,
  FILE,
  FREELANCER,
  LINK,
  MILESTONE,
  ORIGIN,
  PICTURE,
  PLAY,
  PROJECT,
  SECTION,
  VERSION,
  VISIT,
} from './columns.ts';
import { EntryName, Size, Timestamp } from './values.ts';

/** Name of the format, and the newest version that this release writes and reads: the highest `since` of a column. */
export const FORMAT = 'vitrin-archive';
export const FORMAT_VERSION = Math.max(
  ...ENTITIES.flatMap(({ fields }) => fields.map(({ since = 1 }) => since)),
);

export const MAX_ENTRIES = 200_000;
/** Most events, deliveries and plays of a project that an archive carries, of each. */
export const MAX_FACTS = 100_000;
/** Most bytes of a record: a description has at most 200,000 characters with its tags. */
export const MAX_RECORD_BYTES = 1_500_000;
/** Receipts of a project have at most this many bytes; they take none of a plan's storage. */
export const MAX_RECEIPT_BYTES = 16 * 1024 * 1024;

/** `data.jsonl` has the freelancer, origins, customers, days and hours, then each project with its contents. */
export const ArchiveRecord = z.discriminatedUnion('record', [
  FREELANCER.schema,
  ORIGIN.schema,
  CUSTOMER.schema,
  EVENT_DAY.schema,
  EVENT_HOUR.schema,
  PROJECT.schema,
  MILESTONE.schema,
  VERSION.schema,
  SECTION.schema,
  LINK.schema,
  FILE.schema,
  PICTURE.schema,
  EVENT.schema,
  VISIT.schema,
  IMPORTED_DELIVERY.schema,
  PLAY.schema,
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
