import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import { useEffect } from 'react';
import { largeThumbnail } from '../grid/file-kind.ts';

/** Loads the large thumbnails of the next and previous file, so that a step shows something at once. */
export function usePreloadedNeighbours(neighbours: readonly (ProjectFile | undefined)[]): void {
  const addresses = neighbours.map((file) => (file ? largeThumbnail(file) : null)).join(' ');
  useEffect(() => {
    for (const address of addresses.split(' ')) if (address) new Image().src = address;
  }, [addresses]);
}
