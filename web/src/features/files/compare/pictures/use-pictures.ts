import { useQuery } from '@tanstack/react-query';
import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import type { Size } from '../../viewer/zoom/zoom-geometry.ts';
import type { Loaded } from './loaded.ts';
import { comparedSource } from './picture-source.ts';

/** Loads and decodes both pictures, beside whatever else the page does, so that both appear at once. */
export function usePictures(older: ProjectFile, newer: ProjectFile) {
  const sources: Loaded['sources'] = [comparedSource(older), comparedSource(newer)];
  return useQuery({
    queryKey: ['compared pictures', ...sources],
    queryFn: async (): Promise<Loaded> => {
      const [one, other] = await Promise.all([load(sources[0]), load(sources[1])]);
      // Only the thumbnail of a large picture may be shown.
      const [real, otherReal] = [sizeOf(older) ?? one, sizeOf(newer) ?? other];
      const isResized = real.width !== otherReal.width || real.height !== otherReal.height;
      return { sources, sizes: [one, other], isResized };
    },
    retry: false,
    staleTime: Infinity,
    gcTime: 0,
  });
}

function sizeOf({ width, height }: ProjectFile): Size | undefined {
  return width === null || height === null ? undefined : { width, height };
}

async function load(source: string): Promise<Size> {
  const image = new Image();
  image.src = source;
  await image.decode();
  return { width: image.naturalWidth, height: image.naturalHeight };
}
