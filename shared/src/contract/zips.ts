import { z } from 'zod';
import { MAX_CHOSEN_FILES } from '../rules/chosen-files.ts';
import { Id } from './common.ts';

const MAX_ID_DIGITS = 10;

/** Size of a picture: the original, or `web`, at most WEB_PIXELS long (specification 6.22). */
export const FileSize = z.enum(['original', 'web']);
export type FileSize = z.infer<typeof FileSize>;

export const ZipQuery = z.object({
  files: z
    .string()
    .max(MAX_CHOSEN_FILES * (MAX_ID_DIGITS + 1), { abort: true })
    .regex(/^[1-9]\d{0,9}(?:,[1-9]\d{0,9})*$/, { abort: true })
    .transform((text) => text.split(',').map(Number))
    .pipe(z.array(Id).max(MAX_CHOSEN_FILES))
    .optional(),
  size: FileSize.optional(),
});
