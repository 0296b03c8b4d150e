const SCAN_STARTS = 0xda;
/** Parts of a JPEG that say its size, not those that say how it is coded. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/** Number of pixels at the beginning of a png, gif, jpeg or webp; undefined if it does not tell. */
export function pixelsOf(beginning: Uint8Array): number | undefined {
  const view = new DataView(beginning.buffer, beginning.byteOffset, beginning.byteLength);
  try {
    const start = view.getUint32(0);
    if (start === 0x89_50_4e_47) return view.getUint32(16) * view.getUint32(20);
    if (start === 0x47_49_46_38) return view.getUint16(6, true) * view.getUint16(8, true);
    if (start >>> 8 === 0xff_d8_ff) return pixelsOfJpeg(view);
    if (start === 0x52_49_46_46 && view.getUint32(8) === 0x57_45_42_50) return pixelsOfWebp(view);
  } catch (error) {
    // The beginning ends before it says the size.
    if (!(error instanceof RangeError)) throw error;
  }
  return undefined;
}

function pixelsOfJpeg(view: DataView): number | undefined {
  for (let at = 2; view.getUint8(at) === 0xff;) {
    const marker = view.getUint8(at + 1);
    if (isFrame(marker)) return view.getUint16(at + 5) * view.getUint16(at + 7);
    if (marker === SCAN_STARTS) return undefined;
    at += marker === 0xff ? 1 : 2 + view.getUint16(at + 2);
  }
  return undefined;
}

function pixelsOfWebp(view: DataView): number | undefined {
  const uint24 = (at: number) => view.getUint16(at, true) + view.getUint8(at + 2) * 0x1_00_00;
  const kind = view.getUint32(12);
  if (kind === 0x56_50_38_58) return (uint24(24) + 1) * (uint24(27) + 1);
  if (kind === 0x56_50_38_20)
    return (view.getUint16(26, true) & 0x3f_ff) * (view.getUint16(28, true) & 0x3f_ff);
  if (kind !== 0x56_50_38_4c) return undefined;
  const bits = view.getUint32(21, true);
  return ((bits & 0x3f_ff) + 1) * (((bits >>> 14) & 0x3f_ff) + 1);
}
