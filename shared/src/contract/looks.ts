import { z } from 'zod';
import { Id, Timestamp, pageOf } from './common.ts';

/** What a client reports once it has been on the screen for a second. */
export const Seen = z.object({
  kind: z.enum(['project_opened', 'version_opened', 'file_previewed']),
  /** Id of the project, of the version or of the file. */
  id: Id,
});
export type Seen = z.infer<typeof Seen>;

/** A customer who looked at something, or fetched it. */
export const Look = z.object({
  id: Id,
  kind: z.enum([...Seen.shape.kind.options, 'file_downloaded', 'zip_downloaded']),
  username: z.string(),
  at: Timestamp,
  project: z.object({ id: Id, name: z.string() }),
  version: z.object({ id: Id, version_number: z.string() }).nullable(),
  file: z.object({ id: Id, name: z.string() }).nullable(),
});
export type Look = z.infer<typeof Look>;

/** The newest looks, newest first. */
export const Lately = z.array(Look);

export const LookPage = pageOf(Look);
export type LookPage = z.infer<typeof LookPage>;
