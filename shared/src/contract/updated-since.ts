import { z } from 'zod';

const UpdatedSince = z
  .string()
  .max(40)
  .pipe(z.iso.datetime({ offset: true }))
  .transform((text) => new Date(text).toISOString());

/** Filter by time of change; an empty time counts as missing. */
export const UpdatedQuery = z.object({
  updated_since: z
    .literal('')
    .transform(() => undefined)
    .or(UpdatedSince)
    .optional(),
});
