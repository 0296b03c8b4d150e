import { type StoredBytes, UnknownStreams, type Streams } from './stored-bytes.ts';

type Box = { type: string; from: number; to: number };

const HEADER_BYTES = 8;
const LONG_HEADER_BYTES = 16;
/** Box lengths with a special meaning: up to the end of the parent box, and a length of 64 bits after the type. */
const [TO_THE_END, LONG] = [0, 1];
/** Offset of the handler type in a `hdlr` box, after its version and QuickTime's component type. */
const HANDLER_AT = 8;
/** Last byte of the flags of a track, and the one that says that it is played. */
const [FLAGS_AT, ENABLED] = [3, 1];

/** Streams of an MP4 or QuickTime film by its tracks' handlers. Disabled tracks count only if all are disabled. */
export async function mp4Streams(bytes: StoredBytes): Promise<Streams> {
  const movie = await findBox(bytes, { from: 0, to: bytes.size }, 'moov');
  const tracks = [];
  for await (const track of boxesIn(bytes, movie))
    if (track.type === 'trak') tracks.push(await readTrack(bytes, track));
  const played = tracks.filter(({ isEnabled }) => isEnabled);
  const handlers = (played.length > 0 ? played : tracks).map(({ handler }) => handler);
  return { hasFilm: handlers.includes('vide'), hasSound: handlers.includes('soun') };
}

async function readTrack(bytes: StoredBytes, track: Box): Promise<{ isEnabled: boolean; handler: string }> {
  const header = await findBox(bytes, track, 'tkhd');
  const isEnabled = (((await bytes.look(header.from, FLAGS_AT + 1))[FLAGS_AT] ?? 0) & ENABLED) !== 0;
  const handler = await findBox(bytes, await findBox(bytes, track, 'mdia'), 'hdlr');
  return { isEnabled, handler: (await bytes.look(handler.from + HANDLER_AT, 4)).toString('latin1') };
}

async function findBox(bytes: StoredBytes, within: Pick<Box, 'from' | 'to'>, type: string): Promise<Box> {
  for await (const box of boxesIn(bytes, within)) if (box.type === type) return box;
  throw new UnknownStreams();
}

async function* boxesIn(
  bytes: StoredBytes,
  { from, to }: Pick<Box, 'from' | 'to'>,
): AsyncGenerator<Box, void> {
  for (let at = from; at + HEADER_BYTES <= to;) {
    const header = await bytes.look(at, LONG_HEADER_BYTES);
    const [claimed, type] = [header.readUInt32BE(0), header.toString('latin1', 4, HEADER_BYTES)];
    const headerBytes = claimed === LONG ? LONG_HEADER_BYTES : HEADER_BYTES;
    if (header.length < headerBytes) throw new UnknownStreams();
    let length = claimed;
    if (claimed === LONG) length = Number(header.readBigUInt64BE(HEADER_BYTES));
    if (claimed === TO_THE_END) length = to - at;
    // A box never reaches beyond its parent, so each step advances.
    if (length < headerBytes || length > to - at) throw new UnknownStreams();
    yield { type, from: at + headerBytes, to: at + length };
    at += length;
  }
}
