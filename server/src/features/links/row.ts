import type { Link } from '@vitrin/shared/contract/links.ts';
import type { Version } from '@vitrin/shared/contract/versions.ts';
import { linkHost, linkKind } from '@vitrin/shared/rules/links/link-address.ts';
import { embedHost } from '@vitrin/shared/rules/links/link-embed.ts';
import { timestampFromJson } from '../../database/json-rows.ts';

export const LINK_COLUMNS = [
  'links.id',
  'links.version_id',
  'links.section_id',
  'links.title',
  'links.address',
  'links.position',
  'links.created_at',
] as const;

export type LinkColumns = {
  id: number;
  section_id: number | null;
  title: string;
  address: string;
  created_at: string;
};

export type LinkRow = LinkColumns & { version_id: number; position: number };

export function toLink({ id, title, address, position, section_id, version_id, created_at }: LinkRow): Link {
  return {
    id,
    title,
    address,
    host: linkHost(address),
    kind: linkKind(address),
    embed: embedHost(address),
    order: position,
    section: section_id,
    version: version_id,
    created_at,
  };
}

export function toVersionLink({ id, title, address, section_id, created_at }: LinkColumns) {
  return {
    id,
    title,
    address,
    host: linkHost(address),
    kind: linkKind(address),
    embed: embedHost(address),
    section: section_id,
    created_at: timestampFromJson(created_at),
  } satisfies Version['links'][number];
}
