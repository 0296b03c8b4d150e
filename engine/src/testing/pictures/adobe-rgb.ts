/** Adobe RGB (1998) as a profile of version 2: its primaries in the light of D50, and its gamma. */
const PRIMARIES = {
  rXYZ: [0.60974, 0.31111, 0.01947],
  gXYZ: [0.20528, 0.62567, 0.06087],
  bXYZ: [0.14919, 0.06322, 0.74457],
  wtpt: [0.9505, 1, 1.0891],
} as const;
const GAMMA = 2 + 51 / 256;
const HEADER_BYTES = 128;

/** Bytes of the profile. */
export function adobeRgb(): Buffer {
  const curve = Buffer.alloc(16);
  curve.write('curv', 0, 'latin1');
  curve.writeUInt32BE(1, 8);
  curve.writeUInt16BE(Math.round(GAMMA * 256), 12);
  const name = Buffer.alloc(104);
  name.write('desc', 0, 'latin1');
  name.writeUInt32BE(6, 8);
  name.write('Adobe', 12, 'latin1');
  const copyright = Buffer.from('text\0\0\0\0None\0\0\0\0', 'latin1');
  const tags: [string, Buffer][] = [
    ['desc', name],
    ['cprt', copyright],
    ...Object.entries(PRIMARIES).map(([tag, xyz]): [string, Buffer] => [tag, xyzOf(xyz)]),
    ...['rTRC', 'gTRC', 'bTRC'].map((tag): [string, Buffer] => [tag, curve]),
  ];
  const directory = Buffer.alloc(4 + 12 * tags.length);
  directory.writeUInt32BE(tags.length, 0);
  let offset = HEADER_BYTES + directory.length;
  for (const [index, [tag, bytes]] of tags.entries()) {
    directory.write(tag, 4 + 12 * index, 'latin1');
    directory.writeUInt32BE(offset, 8 + 12 * index);
    directory.writeUInt32BE(bytes.length, 12 + 12 * index);
    offset += bytes.length;
  }
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt32BE(offset, 0);
  header.writeUInt32BE(0x02100000, 8);
  header.write('mntrRGB XYZ ', 12, 'latin1');
  header.write('acsp', 36, 'latin1');
  xyzOf([0.9642, 1, 0.82491]).copy(header, 68, 8);
  return Buffer.concat([header, directory, ...tags.map(([, bytes]) => bytes)]);
}

function xyzOf(values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(20);
  bytes.write('XYZ ', 0, 'latin1');
  for (const [index, value] of values.entries()) bytes.writeInt32BE(Math.round(value * 65536), 8 + 4 * index);
  return bytes;
}
