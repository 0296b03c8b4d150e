import { z } from 'zod';

/** Lists only what was changed at a time or later; given with a time zone, kept in UTC. */
const UpdatedSince = z
  .string()
  .max(40)
  .pipe(z.iso.datetime({ offset: true }))
  .transform((text) => new Date(text).toISOString());

/** Query of lists that may be narrowed to what was changed; an empty time counts as missing. */
export const UpdatedQuery = z.object({
  updated_since: z
    .literal('')
    .transform(() => undefined)
    .or(UpdatedSince)
    .optional(),
});
