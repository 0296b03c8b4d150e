import fc from 'fast-check';
import { expect, test } from 'vitest';
import { casesOf } from '../../../../test-kit/large/extent.ts';
import { makeFilm } from '../../../../test-kit/make-film.ts';
import { sniffMediaType, SNIFFED_BYTES } from '../media-type.ts';
import { typeByStreams } from './streams.ts';

const TONE = ['-f', 'lavfi', '-i', 'sine=d=1'];
const PICTURE = ['-f', 'lavfi', '-i', 'testsrc2=s=64x36:d=1:r=5'];
const BOTH = [...PICTURE, ...TONE];

/**
 * Media type of a file by its streams, and the number of reads from the store; only its first bytes are
 * given.
 */
async function sniff(bytes: Buffer, firstBytes = SNIFFED_BYTES): Promise<{ type: string; reads: number }> {
  let reads = 0;
  const read = async (start: number, length: number) => {
    reads += 1;
    expect([start + length <= bytes.length, length > 0, length <= 64 * 1024]).toEqual([true, true, true]);
    return bytes.subarray(start, start + length);
  };
  const beginning = bytes.subarray(0, firstBytes);
  const container = await sniffMediaType(bytes.subarray(0, SNIFFED_BYTES));
  return { type: await typeByStreams(container, { beginning, size: bytes.length, read }), reads };
}

const typeOf = async (bytes: Buffer) => (await sniff(bytes)).type;

const CONTENTS = casesOf<[name: string, mediaType: string, args: readonly string[]]>({
  daily: [
    ['sound.mp4', 'audio/mp4', TONE],
    ['film.mp4', 'video/mp4', BOTH],
    ['sound.mov', 'audio/quicktime', TONE],
    ['sound.webm', 'audio/webm', [...TONE, '-c:a', 'libvorbis']],
    ['film.mkv', 'video/matroska', [...BOTH, '-c:v', 'mpeg4']],
    // The sound stands first.
    [
      'sound-first.ogv',
      'video/ogg',
      [...TONE, ...PICTURE, '-map', '0', '-map', '1', '-c:v', 'libtheora', '-c:a', 'libvorbis'],
    ],
    ['pieces.mp4', 'audio/mp4', [...TONE, '-movflags', 'frag_keyframe+empty_moov']],
  ],
  rare: [
    ['picture.mp4', 'video/mp4', PICTURE],
    ['sound.m4a', 'audio/x-m4a', TONE],
    ['film.mov', 'video/quicktime', BOTH],
    ['sound.3gp', 'audio/3gpp', [...TONE, '-c:a', 'aac']],
    ['film.3gp', 'video/3gpp', [...PICTURE, '-c:v', 'mpeg4']],
    ['film.webm', 'video/webm', [...BOTH, '-c:v', 'libvpx', '-c:a', 'libvorbis']],
    ['sound.mkv', 'audio/matroska', [...TONE, '-c:a', 'flac']],
    ['sound.ogg', 'audio/ogg', [...TONE, '-c:a', 'libvorbis']],
    ['film.ogv', 'video/ogg', [...BOTH, '-c:v', 'libtheora', '-c:a', 'libvorbis']],
  ],
});

test.each(CONTENTS)('%s is %s by its content', async (name, mediaType, args) => {
  expect(await typeOf(makeFilm(name, args))).toBe(mediaType);
});

const long = makeFilm('long.mp4', ['-f', 'lavfi', '-i', 'anoisesrc=d=30', '-b:a', '256k']);

test('the metadata at the end of a long sound is found by one read', async () => {
  expect(long.length).toBeGreaterThan(SNIFFED_BYTES);
  expect(long.subarray(0, SNIFFED_BYTES).indexOf('moov')).toBe(-1);
  expect(await sniff(long)).toEqual({ type: 'audio/mp4', reads: 1 });
});

test('a file that calls itself M4A but holds a film is a film', async () => {
  const film = makeFilm('film.mp4', BOTH);
  film.write('M4A ', 8);
  expect(await typeOf(film)).toBe('video/mp4');
});

test('a sound with pictures for its chapters, which are not played, is a sound', async () => {
  const book = makeFilm('book.mp4', BOTH);
  // The first track, of the picture, is not enabled.
  const header = book.indexOf('tkhd');
  book.writeUInt8(0, header + 7);
  expect(await typeOf(book)).toBe('audio/mp4');
});

test('a film cut off before its track list keeps the type of its container', async () => {
  expect(await typeOf(long.subarray(0, long.length - 2000))).toBe('video/mp4');
});

const BEGINNING = Buffer.from('0000001c667479706d703432000000006d70343269736f6d00000000', 'hex');

function box(type: string, ...contents: Buffer[]): Buffer {
  const header = Buffer.alloc(8);
  header.writeUInt32BE(8 + contents.reduce((sum, { length }) => sum + length, 0));
  header.write(type, 4, 'latin1');
  return Buffer.concat([header, ...contents]);
}

test.each([
  ['a box without length inside itself', Buffer.from('00000000666f6f6f', 'hex')],
  ['a box shorter than its own header', Buffer.from('00000007666f6f6f', 'hex')],
  ['a box longer than any file', Buffer.from('00000001666f6f6fffffffffffffffff', 'hex')],
  ['a million empty boxes', Buffer.alloc(8_000_000, box('free'))],
  ['a film whose tracks have nothing in them', box('moov', Buffer.alloc(800_000, box('trak')))],
])('%s costs few reads and keeps the type of its container', async (_, bytes) => {
  const { type, reads } = await sniff(Buffer.concat([BEGINNING, bytes]));
  expect(type).toBe('video/mp4');
  expect(reads).toBeLessThanOrEqual(32);
});

const SAMPLES = [
  makeFilm('a.mp4', BOTH),
  makeFilm('a.webm', [...TONE, '-c:a', 'libvorbis']),
  makeFilm('a.ogg', [...TONE, '-c:a', 'libvorbis']),
];

test('bytes that anyone has altered end in a type, by a bounded number of reads', async () => {
  const edits = fc.array(fc.tuple(fc.nat(3000), fc.nat(255)), { minLength: 1, maxLength: 20 });
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...SAMPLES), edits, fc.nat(), async (sample, changes, cut) => {
      const bytes = Buffer.from(sample.subarray(0, Math.max(1, sample.length - (cut % sample.length))));
      for (const [position, value] of changes) bytes[position % bytes.length] = value;
      const { type, reads } = await sniff(bytes, 100);
      expect(type).toMatch(/^[a-z]+\/[\w.+-]+$/);
      expect(reads).toBeLessThanOrEqual(32);
    }),
  );
});
