import { z } from 'zod';
import { Language } from './users.ts';

/** Form of the export of one's own data, and the language of its headings; that of the request where none is named. */
export const OwnDataQuery = z.object({
  format: z.enum(['json', 'html']).default('json'),
  language: Language.optional(),
});
