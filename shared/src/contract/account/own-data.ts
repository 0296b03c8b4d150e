import { z } from 'zod';
import { Language } from '../users.ts';

/** Form of an export of one's own data, and language of its headings; that of the request by default. */
export const OwnDataQuery = z.object({
  format: z.enum(['json', 'html']).default('json'),
  language: Language.optional(),
});
