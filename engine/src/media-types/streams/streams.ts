import { matroskaStreams } from './matroska-streams.ts';
import { mp4Streams } from './mp4-streams.ts';
import { oggStreams } from './ogg-streams.ts';
import { type ReadBytes, StoredBytes, type Streams, UnknownStreams } from './stored-bytes.ts';

type Container = { read: (bytes: StoredBytes) => Promise<Streams>; film: string; sound: string };

const MP4: Container = { read: mp4Streams, film: 'video/mp4', sound: 'audio/mp4' };
const OGG: Container = { read: oggStreams, film: 'video/ogg', sound: 'audio/ogg' };

const CONTAINERS: Record<string, Container> = {
  'video/mp4': MP4,
  'video/x-m4v': { ...MP4, film: 'video/x-m4v' },
  'audio/mp4': MP4,
  'audio/x-m4a': { ...MP4, sound: 'audio/x-m4a' },
  'video/quicktime': { read: mp4Streams, film: 'video/quicktime', sound: 'audio/quicktime' },
  'video/3gpp': { read: mp4Streams, film: 'video/3gpp', sound: 'audio/3gpp' },
  'video/3gpp2': { read: mp4Streams, film: 'video/3gpp2', sound: 'audio/3gpp2' },
  'video/webm': { read: matroskaStreams, film: 'video/webm', sound: 'audio/webm' },
  'video/matroska': { read: matroskaStreams, film: 'video/matroska', sound: 'audio/matroska' },
  'video/x-matroska': { read: matroskaStreams, film: 'video/x-matroska', sound: 'audio/matroska' },
  'video/ogg': OGG,
  'audio/ogg': OGG,
  'application/ogg': OGG,
};

export const CONTAINER_TYPES: readonly string[] = Object.keys(CONTAINERS);

/** Media type by the streams in a file (specification 6.7); that of the container if they cannot be determined. */
export async function typeByStreams(
  mediaType: string,
  { beginning, size, read }: { beginning: Buffer; size: number; read: ReadBytes },
): Promise<string> {
  const container = Object.hasOwn(CONTAINERS, mediaType) ? CONTAINERS[mediaType] : undefined;
  if (!container) return mediaType;
  try {
    const { hasFilm, hasSound } = await container.read(new StoredBytes(beginning, size, read));
    if (hasFilm) return container.film;
    return hasSound ? container.sound : mediaType;
  } catch (error) {
    if (error instanceof UnknownStreams) return mediaType;
    throw error;
  }
}
