const SHORT = { code: 3, bytes: 2 };
const LONG = { code: 4, bytes: 4 };
const UNDEFINED = { code: 7, bytes: 1 };

const HEADER_BYTES = 8;
const ENTRY_BYTES = 12;
/** Longest value that stands in the directory itself. */
const INLINE_BYTES = 4;

type Entry = { tag: number; type: typeof SHORT; values: readonly number[] | Buffer };

/** Pixels in strips of `rowsPerStrip` rows; `stripLengths` are their sizes in bytes. */
export type TiffPixels = {
  width: number;
  height: number;
  channels: number;
  /** Bits of a sample: 1, 8 or 16, in big-endian order. */
  depth: number;
  photometric: 'white is zero' | 'black is zero' | 'rgb' | 'palette' | 'cmyk' | 'lab';
  compression: 'none' | 'packbits';
  /** Channels of a pixel side by side, or each channel in its own plane. */
  arrangement: 'interleaved' | 'planes';
  rowsPerStrip: number;
  stripLengths: readonly number[];
  strips: Buffer;
  /** 3 x 256 values of 8 bits: all reds, all greens, all blues. */
  palette?: Buffer | undefined;
  iccProfile?: Buffer | undefined;
};

const PHOTOMETRICS = { 'white is zero': 0, 'black is zero': 1, rgb: 2, palette: 3, cmyk: 5, lab: 8 };
const COMPRESSIONS = { none: 1, packbits: 32773 };
const ARRANGEMENTS = { interleaved: 1, planes: 2 };

/** Wraps pixels in a TIFF for readers that do not support their format. */
export function writeTiff(pixels: TiffPixels): Buffer {
  const { strips, palette, iccProfile, stripLengths } = pixels;
  let offset = HEADER_BYTES;
  const offsets = stripLengths.map((length) => {
    const at = offset;
    offset += length;
    return at;
  });
  const entries: Entry[] = [
    { tag: 256, type: LONG, values: [pixels.width] },
    { tag: 257, type: LONG, values: [pixels.height] },
    { tag: 258, type: SHORT, values: Array.from({ length: pixels.channels }, () => pixels.depth) },
    { tag: 259, type: SHORT, values: [COMPRESSIONS[pixels.compression]] },
    { tag: 262, type: SHORT, values: [PHOTOMETRICS[pixels.photometric]] },
    { tag: 273, type: LONG, values: offsets },
    { tag: 277, type: SHORT, values: [pixels.channels] },
    { tag: 278, type: LONG, values: [pixels.rowsPerStrip] },
    { tag: 279, type: LONG, values: stripLengths },
    { tag: 284, type: SHORT, values: [ARRANGEMENTS[pixels.arrangement]] },
    ...(palette ? [{ tag: 320, type: SHORT, values: Array.from(palette, (value) => value * 257) }] : []),
    ...(iccProfile ? [{ tag: 34675, type: UNDEFINED, values: iccProfile }] : []),
  ];
  const directoryAt = HEADER_BYTES + strips.length + (strips.length % 2);
  const header = Buffer.alloc(HEADER_BYTES);
  header.write('MM\0*', 'latin1');
  header.writeUInt32BE(directoryAt, 4);
  const padding = Buffer.alloc(strips.length % 2);
  return Buffer.concat([header, strips, padding, ...writeDirectory(entries, directoryAt)]);
}

function writeDirectory(entries: readonly Entry[], directoryAt: number): Buffer[] {
  const directory = Buffer.alloc(2 + entries.length * ENTRY_BYTES + 4);
  directory.writeUInt16BE(entries.length);
  const outside: Buffer[] = [];
  let outsideAt = directoryAt + directory.length;
  for (const [index, { tag, type, values }] of entries.entries()) {
    const at = 2 + index * ENTRY_BYTES;
    const bytes = writeValues(type, values);
    directory.writeUInt16BE(tag, at);
    directory.writeUInt16BE(type.code, at + 2);
    directory.writeUInt32BE(values.length, at + 4);
    if (bytes.length <= INLINE_BYTES) bytes.copy(directory, at + 8);
    else {
      directory.writeUInt32BE(outsideAt, at + 8);
      const even = bytes.length % 2 === 0 ? bytes : Buffer.concat([bytes, Buffer.alloc(1)]);
      outside.push(even);
      outsideAt += even.length;
    }
  }
  return [directory, ...outside];
}

function writeValues(type: typeof SHORT, values: readonly number[] | Buffer): Buffer {
  if (Buffer.isBuffer(values)) return values;
  const bytes = Buffer.alloc(values.length * type.bytes);
  for (const [index, value] of values.entries()) bytes.writeUIntBE(value, index * type.bytes, type.bytes);
  return bytes;
}
