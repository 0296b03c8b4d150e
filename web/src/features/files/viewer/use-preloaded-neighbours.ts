import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import { pictureSources } from '@vitrin/shared/rules/picture-sources.ts';
import { useEffect } from 'react';

/** Preloads the neighbours' pictures or posters; `sizes` is the viewer's, so that the browser chooses the same. */
export function usePreloadedNeighbours(
  neighbours: readonly (ProjectFile | undefined)[],
  sizes: string,
): void {
  const sets = neighbours.map((file) => (file && pictureSources(file)?.srcSet) ?? '').join('\n');
  useEffect(() => {
    for (const set of sets.split('\n').filter(Boolean)) {
      const image = new Image();
      image.fetchPriority = 'low';
      image.decoding = 'async';
      image.sizes = sizes;
      image.srcset = set;
      // Where a picture cannot be loaded, the viewer says so once it is shown.
      image.decode?.().catch(() => {});
    }
  }, [sets, sizes]);
}
