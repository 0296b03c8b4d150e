import { z } from 'zod';
import { Id, Timestamp, pageOf } from './common.ts';
import { Brought, NamedLink, Seen } from './looks.ts';

const Device = z.enum(['phone', 'tablet', 'computer']);
const NamedFile = z.object({ id: Id, name: z.string() });

/** Progress of a customer's download with one kind of device. */
const Fetched = z.object({
  device: Device,
  /** Files of which anything was fetched, and how many of them are complete. */
  files: z.int(),
  complete: z.int(),
  /** Files that are not complete here and were handed to the store, which does not say how much it sent. */
  handed: z.int(),
  /** Percentage of the bytes of these files; 100 only where all are complete. */
  percent: z.int(),
});

/** Part of a film or a sound that a customer has played with one kind of device. */
const PlayedShare = z.object({ device: Device, percent: z.int() });

/** Event of a customer in a project: a look, the playing of a file, or the download of files of one version with one kind of device. */
export const Activity = z.object({
  kind: z.enum([...Seen.shape.kind.options, 'downloaded', 'played']),
  username: z.string(),
  /** When all that was fetched was complete, or else when the last bytes of it were taken. */
  at: Timestamp,
  version: z.object({ id: Id, version_number: z.string(), file_count: z.int() }).nullable(),
  /** The file, where it is about a single one. */
  file: NamedFile.nullable(),
  /** The link that was opened, where it is known. */
  link: NamedLink.nullable(),
  fetched: Fetched.nullable(),
  played: PlayedShare.nullable(),
  /** Null for facts recorded by this installation. */
  brought: Brought.nullable(),
});
export type Activity = z.infer<typeof Activity>;

/** Newest first. */
export const ActivityPage = pageOf(Activity);
export type ActivityPage = z.infer<typeof ActivityPage>;

/** Looks, plays and downloads of a file by customer. */
export const FileReceivers = z.object({
  seen_by: z.array(z.object({ username: z.string(), at: Timestamp, brought: Brought.nullable() })),
  played_by: z.array(
    PlayedShare.extend({ username: z.string(), at: Timestamp, brought: Brought.nullable() }),
  ),
  downloaded_by: z.array(
    Fetched.extend({ username: z.string(), at: Timestamp, brought: Brought.nullable() }),
  ),
});
export type FileReceivers = z.infer<typeof FileReceivers>;

/** Customers who opened a link; nothing is known of the answer of its host. */
export const LinkReceivers = FileReceivers.pick({ seen_by: true });
export type LinkReceivers = z.infer<typeof LinkReceivers>;

/** Looks, plays and downloads of a version by customer, and its unopened files. */
export const VersionReceivers = FileReceivers.extend({
  file_count: z.int(),
  unopened: z.object({
    count: z.int(),
    /** The first ones. */
    files: z.array(NamedFile),
  }),
});
export type VersionReceivers = z.infer<typeof VersionReceivers>;
