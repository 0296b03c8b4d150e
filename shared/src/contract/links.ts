import { z } from 'zod';
import { LINK_KINDS, linkAddress, MAX_ADDRESS_LENGTH } from '../rules/links/link-address.ts';
import { Id, nameText, pageOf, Timestamp } from './common.ts';

export const MAX_LINK_TITLE_LENGTH = 200;

/** An address that is delivered like a file (specification 6.21). */
export const Link = z.object({
  id: Id,
  title: z.string(),
  address: z.string(),
  host: z.string(),
  kind: z.enum(LINK_KINDS),
  embed: z.string().nullable(),
  /** Position among the links of the version, 1 to n without gaps. */
  order: z.int(),
  section: Id.nullable(),
  version: Id,
  created_at: Timestamp,
});
export type Link = z.infer<typeof Link>;

/** Lists that are not of one version name the project of each link. */
const ListedLink = Link.extend({ project: Id.optional() });
export type ListedLink = z.infer<typeof ListedLink>;

export const LinkPage = pageOf(ListedLink);

export const LinkAddress = z
  .string()
  .trim()
  .max(MAX_ADDRESS_LENGTH, { abort: true })
  .transform((text, context) => {
    const address = linkAddress(text);
    if (address !== undefined) return address;
    context.addIssue({ code: 'custom', message: 'no_address' });
    return z.NEVER;
  });

export const LinkTitle = nameText(MAX_LINK_TITLE_LENGTH);

export const CreateLink = z.object({
  title: LinkTitle,
  address: LinkAddress,
  version: Id,
  section: Id.nullable().optional(),
  order: z.int32().min(1).optional(),
});
export type CreateLink = z.infer<typeof CreateLink>;

export const UpdateLink = z.object({
  title: LinkTitle.optional(),
  address: LinkAddress.optional(),
  section: Id.nullable().optional(),
  order: z.int32().min(1).optional(),
});
export type UpdateLink = z.infer<typeof UpdateLink>;
