const CODESTREAM = Buffer.from('ff0a', 'hex');
const [WHOLE_BOX, PIECE_BOX, NUMBER_BYTES] = ['jxlc', 'jxlp', 4];
const BOX_HEADER_BYTES = 8;

/** Bits of a side by its selector, and ratios of width to height; 0 means that the width is given. */
const SIDE_BITS = [9, 13, 18, 30];
const RATIOS = [
  [0, 1],
  [1, 1],
  [12, 10],
  [4, 3],
  [3, 2],
  [16, 9],
  [5, 4],
  [2, 1],
] as const;

/** Number of pixels of a JPEG XL (ISO 18181-1, D.2), to refuse a huge one before decoding; throws if unreadable. */
export function jpegXlPixels(bytes: Buffer): number {
  const bits = bitsFrom(bytes, codestreamIn(bytes) + CODESTREAM.length);
  const isSmall = bits(1) === 1;
  const side = () => 1 + (isSmall ? 8 * bits(5) + 7 : bits(SIDE_BITS[bits(2)] ?? 0));
  const height = side();
  const [across, down] = RATIOS[bits(3)] ?? [0, 1];
  const width = across === 0 ? side() : Math.floor((height * across) / down);
  return width * height;
}

function codestreamIn(bytes: Buffer): number {
  if (bytes.subarray(0, CODESTREAM.length).equals(CODESTREAM)) return 0;
  for (let at = 0; at + BOX_HEADER_BYTES <= bytes.length;) {
    const [length, type] = [bytes.readUInt32BE(at), bytes.toString('latin1', at + 4, at + BOX_HEADER_BYTES)];
    if (type === WHOLE_BOX) return at + BOX_HEADER_BYTES;
    if (type === PIECE_BOX) return at + BOX_HEADER_BYTES + NUMBER_BYTES;
    if (length < BOX_HEADER_BYTES) break;
    at += length;
  }
  throw new Error('The file has no picture');
}

/** Reads bits, the lowest of each byte first; bits after the end are 0. */
function bitsFrom(bytes: Buffer, start: number): (count: number) => number {
  let bitOffset = start * 8;
  return (count) => {
    let value = 0;
    for (let bit = 0; bit < count; bit += 1, bitOffset += 1)
      value += (((bytes[bitOffset >> 3] ?? 0) >> (bitOffset & 7)) & 1) * 2 ** bit;
    return value;
  };
}
