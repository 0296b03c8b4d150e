import { z } from 'zod';
import { Id, Timestamp, pageOf } from '../common.ts';

/** Origin of a fact from another installation, which this one does not attest. */
export const ImportOrigin = z.object({
  at: Timestamp,
  /** The freelancer's username and host there, as the archive says; null if unknown. */
  freelancer: z.string().nullable(),
  installation: z.string().nullable(),
});
export type ImportOrigin = z.infer<typeof ImportOrigin>;

/** Report of a client once a thing has been on the screen for a second, or a link is opened. */
export const Seen = z.object({
  kind: z.enum(['project_opened', 'version_opened', 'file_previewed', 'link_opened']),
  id: Id,
});
export type Seen = z.infer<typeof Seen>;

export const Played = z.object({
  id: Id,
  /** Played share of the length in whole percent. */
  percent: z.int().min(1).max(100),
});
export type Played = z.infer<typeof Played>;

export const NamedLink = z.object({ id: Id, title: z.string() });

export const Look = z.object({
  id: Id,
  kind: z.enum([...Seen.shape.kind.options, 'file_downloaded', 'zip_downloaded']),
  username: z.string(),
  at: Timestamp,
  project: z.object({ id: Id, name: z.string() }),
  version: z.object({ id: Id, version_number: z.string() }).nullable(),
  file: z.object({ id: Id, name: z.string() }).nullable(),
  /** The opened link; also null for an imported look, since archives do not name it. */
  link: NamedLink.nullable(),
  /** Different files of a version that one person opened or downloaded within an hour. */
  files: z.int(),
  brought: ImportOrigin.nullable(),
});
export type Look = z.infer<typeof Look>;

export const Lately = z.array(Look);

/** Visible versions that their clients have not opened, the longest waiting first. */
export const Unopened = z.array(
  z.object({
    project: z.object({ id: Id, name: z.string() }),
    version: z.object({ id: Id, version_number: z.string() }),
    client: z.string(),
    ready_at: Timestamp,
  }),
);
export type Unopened = z.infer<typeof Unopened>;

export const LookPage = pageOf(Look);
export type LookPage = z.infer<typeof LookPage>;
