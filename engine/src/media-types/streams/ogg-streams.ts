import { type StoredBytes, UnknownStreams, type Streams } from './stored-bytes.ts';

/** Length of a page header; its last byte is the number of segment lengths that follow. */
const HEADER_BYTES = 27;
const [FLAGS_AT, SEGMENTS_AT] = [5, 26];
const BEGINS = 2;

/** First bytes of each codec's first packet. Other streams, such as subtitles and indexes, are ignored. */
const FILMS = ['\x80theora', '\x01video\0', 'BBCD\0', 'OVP80'];
const SOUNDS = ['\x01vorbis', 'OpusHead', 'Speex   ', '\x7fFLAC', 'fLaC', '\x01audio\0'];
const LONGEST_MARK = 8;

export async function oggStreams(bytes: StoredBytes): Promise<Streams> {
  const marks: string[] = [];
  for (let at = 0; at < bytes.size;) {
    const header = await bytes.look(at, HEADER_BYTES);
    if (header.length < HEADER_BYTES || header.toString('latin1', 0, 4) !== 'OggS')
      throw new UnknownStreams();
    if ((header.readUInt8(FLAGS_AT) & BEGINS) === 0) break;
    const lengths = await bytes.look(at + HEADER_BYTES, header.readUInt8(SEGMENTS_AT));
    const packet = at + HEADER_BYTES + lengths.length;
    marks.push((await bytes.look(packet, LONGEST_MARK)).toString('latin1'));
    at = packet + lengths.reduce((sum, length) => sum + length, 0);
  }
  const begins = (names: readonly string[]) =>
    marks.some((mark) => names.some((name) => mark.startsWith(name)));
  return { hasFilm: begins(FILMS), hasSound: begins(SOUNDS) };
}
