/** The samples of a TIFF: their colour model, their depth and their arrangement. */
type Kind = {
  /** 2 is RGB, 8 is Lab, 1 is grey, 5 is CMYK. */
  photometric: number;
  /** 8, or 32 with `format` 3 for floats, else whole numbers. */
  bits: number;
  format?: number;
  isTiledInPlanes?: boolean;
};

const [WIDTH, HEIGHT] = [60, 40];
/** A tile is larger than the picture: its sides are multiples of 16. */
const TILE = { width: 64, height: 48 };

/**
 * Makes a TIFF of 60 by 40 pixels with these samples on its left and right half; in planes each channel is
 * one tile.
 */
export function makeTiff(kind: Kind, left: readonly number[], right: readonly number[]): Buffer {
  const { photometric, bits, format = 1, isTiledInPlanes = false } = kind;
  const { width, height } = isTiledInPlanes ? TILE : { width: WIDTH, height: HEIGHT };
  const all = left.map((_, channel) => channel);
  const parts = (isTiledInPlanes ? all.map((channel) => [channel]) : [all]).map((channels) => {
    const row = Array.from({ length: width }, (_, x) =>
      channels.map((channel) => writeSample((x < WIDTH / 2 ? left : right)[channel] ?? 0, bits, format)),
    );
    return Buffer.concat(Array.from({ length: height }, () => Buffer.concat(row.flat())));
  });
  const starts = parts.map((_, index) => 8 + index * (parts[0]?.length ?? 0));
  const lengths = parts.map(({ length }) => length);
  const layout: [tag: number, values: number[]][] = isTiledInPlanes
    ? [
        [322, [width]],
        [323, [height]],
        [324, starts],
        [325, lengths],
      ]
    : [
        [273, starts],
        [278, [height]],
        [279, lengths],
      ];
  const tags: [tag: number, values: number[]][] = [
    [256, [WIDTH]],
    [257, [HEIGHT]],
    [258, left.map(() => bits)],
    [259, [1]],
    [262, [photometric]],
    [277, [left.length]],
    [284, [isTiledInPlanes ? 2 : 1]],
    [339, left.map(() => format)],
    ...layout,
  ];
  return withDirectory(
    parts,
    tags.toSorted(([one], [other]) => one - other),
  );
}

function writeSample(value: number, bits: number, format: number): Buffer {
  const sample = Buffer.alloc(bits / 8);
  if (format === 3) sample.writeFloatLE(value);
  else sample.writeUIntLE(value, 0, sample.length);
  return sample;
}

/** All values are numbers of 32 bits. */
function withDirectory(parts: Buffer[], tags: [tag: number, values: number[]][]): Buffer {
  const at = 8 + parts.reduce((sum, { length }) => sum + length, 0);
  const header = Buffer.from('II*\0\0\0\0\0', 'latin1');
  header.writeUInt32LE(at, 4);
  const directory = Buffer.alloc(2 + tags.length * 12 + 4);
  directory.writeUInt16LE(tags.length);
  const outside: Buffer[] = [];
  let outsideAt = at + directory.length;
  for (const [position, [tag, values]] of tags.entries()) {
    const entry = directory.subarray(2 + position * 12);
    entry.writeUInt16LE(tag);
    entry.writeUInt16LE(4, 2);
    entry.writeUInt32LE(values.length, 4);
    const bytes = Buffer.alloc(values.length * 4);
    for (const [index, value] of values.entries()) bytes.writeUInt32LE(value, index * 4);
    if (values.length === 1) bytes.copy(entry, 8);
    else {
      entry.writeUInt32LE(outsideAt, 8);
      outside.push(bytes);
      outsideAt += bytes.length;
    }
  }
  return Buffer.concat([header, ...parts, directory, ...outside]);
}
