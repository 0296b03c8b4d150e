import { useMutation } from '@tanstack/react-query';
import type { Page } from '@vitrin/shared/contract/common.ts';
import type { CreateSection, Section, UpdateSection } from '@vitrin/shared/contract/sections.ts';
import { MAX_SECTION_NAME_LENGTH } from '@vitrin/shared/rules/texts/section-names.ts';
import { api } from '../../../lib/api-client.ts';
import { refreshFiles } from '../api.ts';
import { refreshProjects } from '../../projects/api.ts';

export function createSection(body: CreateSection): Promise<Section> {
  return api<Section>('/sections/', { method: 'POST', body });
}

/** Id of the section of a version with the name of a folder, which is made where there is none yet. */
export async function sectionNamed(versionId: number, folder: string): Promise<number> {
  const name = sectionNameOf(folder);
  const { results } = await api<Page<Section>>('/sections/', { query: { version: versionId } });
  const existing = results.find((section) => section.name === name);
  return (existing ?? (await createSection({ name, version: versionId }))).id;
}

/** A name that a section may have; macOS writes letters with marks in two parts. */
function sectionNameOf(folder: string): string {
  return (
    folder
      .normalize('NFC')
      // oxlint-disable-next-line no-control-regex -- no name has any
      .replaceAll(/[\u0000-\u001f\u007f]/g, ' ')
      .trim()
      .slice(0, MAX_SECTION_NAME_LENGTH)
      // Half of a character.
      .replace(/[\ud800-\udbff]$/, '')
      .trim()
  );
}

export function useUpdateSection() {
  return useMutation({
    // A second move counts from where the first one has led.
    scope: { id: 'sections' },
    mutationFn: ({ id, ...body }: UpdateSection & { id: number }) =>
      api<Section>(`/sections/${id}/`, { method: 'PATCH', body }),
    onSettled: refreshProjects,
  });
}

/** The files of the section stay in the version. */
export function useDeleteSection(versionId: number) {
  return useMutation({
    mutationFn: (id: number) => api<void>(`/sections/${id}/`, { method: 'DELETE' }),
    onSettled: () => refreshFiles([versionId]),
  });
}
