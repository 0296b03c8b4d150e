/** A kind of TGA: the header's type, the bits of a pixel, and which corner the first pixel stands in. */
export type TgaKind = { type: number; bits: number; isTop?: boolean; isRight?: boolean; alphaBits?: number };

type Colour = readonly [red: number, green: number, blue: number];

const PALETTE_TYPES = [1, 9];
const GREY_TYPES = [3, 11];
/** Types from here on have run lengths. */
const FIRST_PACKED_TYPE = 9;

/** Makes a TGA with one colour on its left half and another on its right. */
export function makeTga(
  kind: TgaKind,
  { width, height, left, right }: { width: number; height: number; left: Colour; right: Colour },
): Buffer<ArrayBuffer> {
  const { type, bits, isTop = false, isRight = false, alphaBits = 0 } = kind;
  const header = Buffer.alloc(18);
  const hasPalette = PALETTE_TYPES.includes(type);
  header.writeUInt8(hasPalette ? 1 : 0, 1);
  header.writeUInt8(type, 2);
  if (hasPalette) {
    header.writeUInt16LE(2, 5);
    header.writeUInt8(24, 7);
  }
  header.writeUInt16LE(width, 12);
  header.writeUInt16LE(height, 14);
  header.writeUInt8(bits, 16);
  header.writeUInt8((isTop ? 0x20 : 0) | (isRight ? 0x10 : 0) | alphaBits, 17);
  const colours = hasPalette ? [left, right] : [];
  const palette = Buffer.concat(colours.map((colour) => pixelOf(colour, 24)));
  const [one, other] = [left, right].map((colour, at) => {
    if (hasPalette) return Buffer.from([at]);
    return GREY_TYPES.includes(type) ? Buffer.from([greyOf(colour)]) : pixelOf(colour, bits);
  });
  const halves = isRight ? [other, one] : [one, other];
  const row = halves.map((pixel) => {
    const bytes = pixel ?? Buffer.alloc(0);
    return type >= FIRST_PACKED_TYPE ? runOf(bytes, width / 2) : repeat(bytes, width / 2);
  });
  return Buffer.concat([header, palette, repeat(Buffer.concat(row), height)]);
}

export function greyOf([red, green, blue]: Colour): number {
  return Math.round((red + green + blue) / 3);
}

function pixelOf([red, green, blue]: Colour, bits: number): Buffer {
  if (bits >= 24) return Buffer.from([blue, green, red, 0].slice(0, bits / 8));
  const pixel = Buffer.alloc(2);
  pixel.writeUInt16LE(((red >> 3) << 10) | ((green >> 3) << 5) | (blue >> 3));
  return pixel;
}

function repeat(bytes: Buffer, times: number): Buffer {
  return Buffer.concat(Array.from({ length: times }, () => bytes));
}

/** One run of up to 128 pixels. */
function runOf(pixel: Buffer, times: number): Buffer {
  return Buffer.concat([Buffer.from([0x80 | (times - 1)]), pixel]);
}
