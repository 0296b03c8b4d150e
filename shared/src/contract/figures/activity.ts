import { z } from 'zod';
import { Id, Timestamp, pageOf } from '../common.ts';
import { ImportOrigin, NamedLink, Seen } from './looks.ts';

const Device = z.enum(['phone', 'tablet', 'computer']);
const NamedFile = z.object({ id: Id, name: z.string() });

const Fetched = z.object({
  device: Device,
  /** Files with at least one fetched byte; `complete` counts those fetched whole. */
  files: z.int(),
  complete: z.int(),
  /** Incomplete files that were left to the store, which does not report what it sent. */
  handed: z.int(),
  /** Percent of the bytes of these files; 100 only if all are complete. */
  percent: z.int(),
});

/** Part of a film or a sound that a customer has played with one kind of device. */
const PlayedShare = z.object({ device: Device, percent: z.int() });

/** A customer's event in a project: a look, a play, or a download of files of one version with one kind of device. */
export const Activity = z.object({
  kind: z.enum([...Seen.shape.kind.options, 'downloaded', 'played']),
  username: z.string(),
  /** Time at which the download was complete, or else of the last bytes. */
  at: Timestamp,
  version: z.object({ id: Id, version_number: z.string(), file_count: z.int() }).nullable(),
  file: NamedFile.nullable(),
  link: NamedLink.nullable(),
  fetched: Fetched.nullable(),
  played: PlayedShare.nullable(),
  /** Null for facts recorded by this installation. */
  brought: ImportOrigin.nullable(),
});
export type Activity = z.infer<typeof Activity>;

export const ActivityPage = pageOf(Activity);
export type ActivityPage = z.infer<typeof ActivityPage>;

/** Looks, plays and downloads of a file by customer. */
export const FileReceivers = z.object({
  seen_by: z.array(z.object({ username: z.string(), at: Timestamp, brought: ImportOrigin.nullable() })),
  played_by: z.array(
    PlayedShare.extend({ username: z.string(), at: Timestamp, brought: ImportOrigin.nullable() }),
  ),
  downloaded_by: z.array(
    Fetched.extend({ username: z.string(), at: Timestamp, brought: ImportOrigin.nullable() }),
  ),
});
export type FileReceivers = z.infer<typeof FileReceivers>;

export const LinkReceivers = FileReceivers.pick({ seen_by: true });
export type LinkReceivers = z.infer<typeof LinkReceivers>;

/** Looks, plays and downloads of a version by customer, and its unopened files. */
export const VersionReceivers = FileReceivers.extend({
  file_count: z.int(),
  unopened: z.object({
    count: z.int(),
    files: z.array(NamedFile),
  }),
});
export type VersionReceivers = z.infer<typeof VersionReceivers>;
