import type { Entry } from './changed-archive.ts';
import { changed } from './changed-archive.ts';

/** Whole numbers from 0 up to a bound, the same ones for the same seed (mulberry32). */
function randomOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

type Random = ReturnType<typeof randomOf>;

const DIRECTORY_HEADER = Buffer.from('PK\u0001\u0002');
const LOCAL_HEADER = Buffer.from('PK\u0003\u0004');
const END_RECORD = Buffer.from('PK\u0005\u0006');
const FIELDS = {
  [DIRECTORY_HEADER.toString()]: 46,
  [LOCAL_HEADER.toString()]: 30,
  [END_RECORD.toString()]: 22,
};
const EXTREMES = [0, 1, 0x7fff, 0xffff, 0x7fffffff, 0xffffffff];
/** Replacements for a value in a record. */
const WORST = [
  'null',
  'true',
  '""',
  '0',
  '-1',
  '1e308',
  '2147483647',
  '9007199254740993',
  '[]',
  '{}',
  '[[[[[[]]]]]]',
  '"1970-01-01T00:00:00.000Z"',
  '"\\u0000"',
  '"\\ud800"',
  '"../../etc/passwd"',
  '"files/1/1/1"',
  '"__proto__"',
  `"${'ş'.repeat(3000)}"`,
];

/** Locations of a text in an archive. */
function positionsOf(archive: Buffer, text: Buffer): number[] {
  const positions: number[] = [];
  for (let at = archive.indexOf(text); at >= 0; at = archive.indexOf(text, at + 1)) positions.push(at);
  return positions;
}

type Change = (archive: Buffer, entries: readonly Entry[], random: Random) => Buffer | Promise<Buffer>;

const flipBytes: Change = (archive, _, random) => {
  const bytes = Buffer.from(archive);
  for (let left = 1 + random(8); left > 0; left -= 1) {
    const at = random(bytes.length);
    bytes[at] = (bytes[at] ?? 0) ^ (1 + random(255));
  }
  return bytes;
};

/** Sets a field of a header of one kind to another number. */
const setField =
  (kind: Buffer): Change =>
  (archive, _, random) => {
    const bytes = Buffer.from(archive);
    const positions = positionsOf(bytes, kind);
    const position = positions[random(positions.length)] ?? 0;
    const width = random(2) === 0 ? 2 : 4;
    const at = position + random((FIELDS[kind.toString()] ?? 0) - width);
    const value = random(2) === 0 ? (EXTREMES[random(EXTREMES.length)] ?? 0) : random(2 ** 32);
    bytes.writeUIntLE(value % 256 ** width, at, width);
    return bytes;
  };

const cut: Change = (archive, _, random) => {
  const [one, other] = [random(archive.length), random(archive.length)];
  if (random(2) === 0) return archive.subarray(0, one);
  return Buffer.concat([archive.subarray(0, Math.min(one, other)), archive.subarray(Math.max(one, other))]);
};

const doubleBytes: Change = (archive, _, random) => {
  const start = random(archive.length);
  const end = start + random(Math.min(100_000, archive.length - start));
  return Buffer.concat([archive.subarray(0, end), archive.subarray(start)]);
};

/** Doubles, drops or swaps entries; the manifest and the directory fit them. */
const changeEntries: Change = (_, entries, random) =>
  changed(entries, (all) => {
    const [at, other] = [random(all.length), random(all.length)];
    const [one, second] = [all[at], all[other]];
    if (!one || !second) return all;
    const [name, bytes] = one;
    switch (random(5)) {
      case 0:
        return all.toSpliced(at, 1);
      case 1:
        return [...all, one];
      case 2:
        return [...all, [`${name}x`, bytes]];
      case 3:
        return all.with(at, [name, second[1]]);
      default:
        return all.with(at, [name, bytes.subarray(0, random(bytes.length + 1))]);
    }
  });

/** Changes one record, or the order of records; the manifest and the directory fit them. */
const changeRecords: Change = (_, entries, random) =>
  changed(entries, (all) =>
    all.map(([name, bytes]): Entry => {
      if (name !== 'data.jsonl') return [name, bytes];
      const lines = String(bytes).trimEnd().split('\n');
      const at = random(lines.length);
      return [name, Buffer.from(`${changeLines(lines, at, random).join('\n')}\n`)];
    }),
  );

function changeLines(lines: readonly string[], at: number, random: Random): string[] {
  const line = lines[at] ?? '';
  switch (random(6)) {
    case 0:
      return lines.toSpliced(at, 1);
    case 1:
      return lines.toSpliced(at, 0, line);
    case 2:
      return lines.toSpliced(random(lines.length), 0, line);
    case 3:
      return lines.toReversed();
    default:
      return lines.with(at, withWorst(line, random));
  }
}

/** A record with one value replaced. */
function withWorst(line: string, random: Random): string {
  const fields = [...line.matchAll(/"[a-z_]+":(?:"(?:[^"\\]|\\.)*"|[^,{}[\]]+)/g)];
  const field = fields[random(fields.length)];
  if (!field) return line;
  const key = field[0].slice(0, field[0].indexOf(':') + 1);
  const value = WORST[random(WORST.length)] ?? '';
  return `${line.slice(0, field.index)}${key}${value}${line.slice(field.index + field[0].length)}`;
}

const CHANGES: readonly Change[] = [
  flipBytes,
  setField(DIRECTORY_HEADER),
  setField(LOCAL_HEADER),
  setField(END_RECORD),
  cut,
  doubleBytes,
  changeEntries,
  changeRecords,
  changeRecords,
  changeRecords,
];

/**
 * An archive with one change: bytes, a field of a header, a piece, an entry or a record. The same seed gives the same
 * change of the same archive.
 */
export async function mutated(archive: Buffer, entries: readonly Entry[], seed: number): Promise<Buffer> {
  const random = randomOf(seed);
  const change = CHANGES[random(CHANGES.length)] ?? flipBytes;
  return change(archive, entries, random);
}
