import { z } from 'zod';
import { MAX_CHOSEN_FILES } from '../rules/chosen-files.ts';
import { Id } from './common.ts';

const MAX_ID_DIGITS = 10;

/** Which files of its version an archive has: ids with commas between them; all without it. */
export const ZipQuery = z.object({
  files: z
    .string()
    .max(MAX_CHOSEN_FILES * (MAX_ID_DIGITS + 1), { abort: true })
    .regex(/^[1-9]\d{0,9}(?:,[1-9]\d{0,9})*$/, { abort: true })
    .transform((text) => text.split(',').map(Number))
    .pipe(z.array(Id).max(MAX_CHOSEN_FILES))
    .optional(),
});
