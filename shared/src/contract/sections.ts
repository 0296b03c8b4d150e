import { z } from 'zod';
import { Id, IdText, nameText, pageOf } from './common.ts';
import { MAX_SECTION_NAME_LENGTH } from '../rules/texts/section-names.ts';

/** A heading inside a version (specification 6.19). Its files name it. */
export const Section = z.object({
  id: Id,
  name: z.string(),
  /** Position among the sections of the version, 1 to n without gaps. */
  order: z.int(),
  version: Id,
});
export type Section = z.infer<typeof Section>;

export const SectionPage = pageOf(Section);

export const SectionsQuery = z.object({ version: IdText });

export const CreateSection = z.object({
  name: nameText(MAX_SECTION_NAME_LENGTH),
  version: Id,
  order: z.int32().min(1).optional(),
});
export type CreateSection = z.infer<typeof CreateSection>;

export const UpdateSection = z.object({
  name: nameText(MAX_SECTION_NAME_LENGTH).optional(),
  order: z.int32().min(1).optional(),
});
export type UpdateSection = z.infer<typeof UpdateSection>;
