import type { Size } from '../../viewer/zoom/zoom-geometry.ts';

/** Two pictures that can be shown at once. */
export type Loaded = {
  /** Addresses for `img`. */
  sources: [older: string, newer: string];
  sizes: [older: Size, newer: Size];
  /** True if their contents differ in size, so that one of them is enlarged. */
  isResized: boolean;
  /** The pictures where they have no address on the server: threads may not read addresses of the page. */
  blobs?: [older: Blob, newer: Blob];
};
