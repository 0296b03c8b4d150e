import { z } from 'zod';
import { Id, Timestamp, pageOf } from './common.ts';

/** Where a fact comes from that another installation wrote down and this one does not attest. */
export const Brought = z.object({
  /** When it came here. */
  at: Timestamp,
  /** The freelancer's username there, and the host of that installation: as the archive said, null where unknown. */
  freelancer: z.string().nullable(),
  installation: z.string().nullable(),
});
export type Brought = z.infer<typeof Brought>;

/** Look that a client reports once it has been on the screen for a second; at a link, once that is opened. */
export const Seen = z.object({
  kind: z.enum(['project_opened', 'version_opened', 'file_previewed', 'link_opened']),
  /** Id of the project, of the version, of the file or of the link. */
  id: Id,
});
export type Seen = z.infer<typeof Seen>;

/** How much of a film or a sound a client has played, of those that a page shows. */
export const Played = z.object({
  /** Id of the file. */
  id: Id,
  /** Share of its length that was played, in whole percent. */
  percent: z.int().min(1).max(100),
});
export type Played = z.infer<typeof Played>;

export const NamedLink = z.object({ id: Id, title: z.string() });

/** A customer who looked at something, or fetched it. */
export const Look = z.object({
  id: Id,
  kind: z.enum([...Seen.shape.kind.options, 'file_downloaded', 'zip_downloaded']),
  username: z.string(),
  at: Timestamp,
  project: z.object({ id: Id, name: z.string() }),
  version: z.object({ id: Id, version_number: z.string() }).nullable(),
  /** The last one of several. */
  file: z.object({ id: Id, name: z.string() }).nullable(),
  /** The link that was opened; null too for an imported look, since archives do not name the link. */
  link: NamedLink.nullable(),
  /** Count of different files: those that one person opened or downloaded of a version within an hour. */
  files: z.int(),
  /** Null for facts recorded by this installation. */
  brought: Brought.nullable(),
});
export type Look = z.infer<typeof Look>;

/** The newest looks, newest first. */
export const Lately = z.array(Look);

/** Versions that their clients can see and have not opened, those that wait longest first. */
export const Unopened = z.array(
  z.object({
    project: z.object({ id: Id, name: z.string() }),
    version: z.object({ id: Id, version_number: z.string() }),
    /** The client's name. */
    client: z.string(),
    /** Since when the client can see it. */
    ready_at: Timestamp,
  }),
);
export type Unopened = z.infer<typeof Unopened>;

export const LookPage = pageOf(Look);
export type LookPage = z.infer<typeof LookPage>;
