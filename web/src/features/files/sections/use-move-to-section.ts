import { useMutation } from '@tanstack/react-query';
import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import { refreshProjects } from '../../projects/api.ts';
import { useChangeFiles } from '../editing/many/use-change-files.ts';
import { createSection } from './api.ts';

type Move = { files: readonly ProjectFile[]; to: number | null | { name: string } };

/** Puts files of a version into a section, into a new one of a name, or into none, and offers to take that back. */
export function useMoveToSection(versionId: number) {
  const { mutateAsync: change } = useChangeFiles(versionId);
  return useMutation({
    mutationFn: async ({ files, to }: Move) => {
      const isNew = typeof to === 'object' && to !== null;
      const section = isNew ? (await createSection({ ...to, version: versionId })).id : to;
      await change({ files, changes: files.map(({ id }) => ({ id, section })) });
    },
    onSettled: refreshProjects,
  });
}
