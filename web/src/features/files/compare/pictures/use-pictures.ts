import { useQuery } from '@tanstack/react-query';
import type { Size } from '../../viewer/zoom/zoom-geometry.ts';

export type Loaded = { sources: [string, string]; sizes: [Size, Size] };

/** Loads and decodes both pictures, beside whatever else the page does, so that both appear at once. */
export function usePictures(older: string, newer: string) {
  return useQuery({
    queryKey: ['compared pictures', older, newer],
    queryFn: async (): Promise<Loaded> => ({
      sources: [older, newer],
      sizes: await Promise.all([load(older), load(newer)]),
    }),
    retry: false,
    staleTime: Infinity,
    gcTime: 0,
  });
}

async function load(source: string): Promise<Size> {
  const image = new Image();
  image.src = source;
  await image.decode();
  return { width: image.naturalWidth, height: image.naturalHeight };
}
