import type { Section } from '@vitrin/shared/contract/sections.ts';

export const SECTION_COLUMNS = [
  'sections.id',
  'sections.version_id',
  'sections.name',
  'sections.position',
] as const;

export type SectionRow = { id: number; version_id: number; name: string; position: number };

export function toSection({ id, version_id, name, position }: SectionRow): Section {
  return { id, name, order: position, version: version_id };
}
