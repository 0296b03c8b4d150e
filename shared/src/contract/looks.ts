import { z } from 'zod';
import { Id } from './common.ts';

/** What a client reports once it has been on the screen for a second. */
export const Seen = z.object({
  kind: z.enum(['project_opened', 'version_opened', 'file_previewed']),
  /** Id of the project, of the version or of the file. */
  id: Id,
});
export type Seen = z.infer<typeof Seen>;
