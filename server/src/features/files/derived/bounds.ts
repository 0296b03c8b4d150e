const KIB = 1024;
const MIB = 1024 * KIB;

/** The three thumbnails of a file together have at most so many bytes: a few bytes may describe a huge picture. */
export function mostThumbnailBytes(sizeBytes: number): number {
  return Math.max(256 * KIB, 4 * sizeBytes);
}

/** A full-size picture that has more bytes is not kept; zooming then shows the large thumbnail. */
export function mostWholeBytes(sizeBytes: number): number {
  return Math.max(MIB, 8 * sizeBytes);
}

/** Most bytes of a preview: those of its film or sound, or 1 MiB where that is less. */
export function mostPreviewBytes(sizeBytes: number): number {
  return Math.max(MIB, sizeBytes);
}

/** Pages of an office document that have more bytes are not kept. */
export function mostPagesBytes(sizeBytes: number): number {
  return Math.max(4 * MIB, 8 * sizeBytes);
}
