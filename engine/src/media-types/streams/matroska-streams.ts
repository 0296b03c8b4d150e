import { type StoredBytes, UnknownStreams, type Streams } from './stored-bytes.ts';

type Element = { id: number; from: number; to: number };

const [SEGMENT, TRACKS, TRACK, TRACK_TYPE] = [0x18_53_80_67, 0x16_54_ae_6b, 0xae, 0x83];
/** Values of a track's type; a complex track is both. */
const [FILM, SOUND, COMPLEX] = [1, 2, 3];
const [MOST_ID_BYTES, MOST_SIZE_BYTES] = [4, 8];

/** Streams of a Matroska or WebM file by the types of its tracks. */
export async function matroskaStreams(bytes: StoredBytes): Promise<Streams> {
  const segment = await findElement(bytes, { from: 0, to: bytes.size }, SEGMENT);
  const types = new Set<number>();
  for await (const track of elementsIn(bytes, await findElement(bytes, segment, TRACKS)))
    if (track.id === TRACK) types.add(await typeOf(bytes, track));
  return {
    hasFilm: types.has(FILM) || types.has(COMPLEX),
    hasSound: types.has(SOUND) || types.has(COMPLEX),
  };
}

async function typeOf(bytes: StoredBytes, track: Element): Promise<number> {
  const type = await findElement(bytes, track, TRACK_TYPE);
  if (type.to === type.from) throw new UnknownStreams();
  return (await bytes.look(type.to - 1, 1)).readUInt8();
}

async function findElement(
  bytes: StoredBytes,
  within: Pick<Element, 'from' | 'to'>,
  id: number,
): Promise<Element> {
  for await (const element of elementsIn(bytes, within)) if (element.id === id) return element;
  throw new UnknownStreams();
}

async function* elementsIn(
  bytes: StoredBytes,
  { from, to }: Pick<Element, 'from' | 'to'>,
): AsyncGenerator<Element, void> {
  for (let at = from; at < to;) {
    const header = await bytes.look(at, MOST_ID_BYTES + MOST_SIZE_BYTES);
    const idBytes = lengthOf(header[0], MOST_ID_BYTES);
    const sizeBytes = lengthOf(header[idBytes], MOST_SIZE_BYTES);
    const start = at + idBytes + sizeBytes;
    if (header.length < idBytes + sizeBytes) throw new UnknownStreams();
    const size = sizeIn(header.subarray(idBytes, idBytes + sizeBytes)) ?? to - start;
    // An element never reaches beyond its parent, so each step advances.
    if (size > to - start) throw new UnknownStreams();
    yield { id: header.readUIntBE(0, idBytes), from: start, to: start + size };
    at = start + size;
  }
}

function lengthOf(first: number | undefined, most: number): number {
  const length = Math.clz32(first ?? 0) - 23;
  if (length > most) throw new UnknownStreams();
  return length;
}

/** Decodes an EBML size without its length marker; undefined if all bits are 1 (unknown size). */
function sizeIn(bytes: Buffer): number | undefined {
  const mask = (1n << BigInt(7 * bytes.length)) - 1n;
  const size = BigInt(`0x${bytes.toString('hex')}`) & mask;
  return size === mask ? undefined : Number(size);
}
