import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { debianProgram } from '../../../../../test-kit/services/debian-program.ts';
import { draw } from '@vitrin/engine/testing/pictures/draw.ts';
import { temporaryFolder } from '@vitrin/engine/testing/temporary.ts';
import { drawWebPicture } from '@vitrin/engine/pictures/web-picture.ts';

const folder = temporaryFolder();
const SECRET = 'SN-0123456789';
/** Every place where a camera or a program writes a position, a serial number or a city. */
const MARKS = [
  '-EXIF:GPSLatitude=41.0082',
  '-EXIF:GPSLatitudeRef=N',
  '-EXIF:GPSLongitude=28.9784',
  '-EXIF:GPSLongitudeRef=E',
  '-XMP-exif:GPSLatitude=41.0082',
  '-XMP-exif:GPSLongitude=28.9784',
  `-EXIF:SerialNumber=${SECRET}`,
  `-EXIF:LensSerialNumber=${SECRET}`,
  `-EXIF:CameraSerialNumber=${SECRET}`,
  `-XMP-aux:SerialNumber=${SECRET}`,
  `-XMP-exifEX:LensSerialNumber=${SECRET}`,
  `-XMP-photoshop:City=${SECRET}`,
  `-IPTC:City=${SECRET}`,
  `-Comment=${SECRET}`,
];

function exiftool(...line: string[]): string {
  return execFileSync(debianProgram('exiftool', 'libimage-exiftool-perl'), line, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
}

/** Names of what exiftool reads in each picture, also where it is embedded twice or unknown, with its group. */
function tagsOf(files: readonly string[]): string[][] {
  const answer = exiftool('-json', '-G1', '-a', '-u', '-ee', ...files);
  return (JSON.parse(answer) as Record<string, unknown>[]).map((tags) => Object.keys(tags));
}

const isMark = (tag: string) => /gps|serial|city|comment/i.test(tag);

const clear = { r: 200, g: 30, b: 30, alpha: 0.5 };
const base = () => sharp({ create: { width: 1800, height: 1200, channels: 4, background: clear } });
const KINDS = {
  jpeg: base().flatten().jpeg(),
  png: base().png(),
  webp: base().webp(),
  tiff: base().flatten().tiff(),
};

test.each(Object.entries(KINDS))(
  'no picture made of a %s says where it was taken or by which camera',
  async (kind, picture) => {
    const original = join(folder, `original.${kind}`);
    writeFileSync(original, await picture.toBuffer());
    exiftool('-q', '-overwrite_original', ...MARKS, original);
    expect(tagsOf([original]).flat().filter(isMark).length).toBeGreaterThan(5);
    const bytes = readFileSync(original);
    expect(bytes.includes(SECRET)).toBe(true);
    const web = await drawWebPicture(original, {
      mediaType: `image/${kind}`,
      pixels: 2048,
      mostBytes: { jpeg: 1024 * 1024, png: 8 * 1024 * 1024 },
    });
    const pictures = await draw(bytes);
    const { small, medium, large, whole } = pictures ?? {};
    // All pixels are drawn only for pictures that browsers do not show.
    const made = { web: web?.bytes, small, medium, large, ...(kind === 'tiff' && { whole }) };
    const drawn = Object.entries(made).map(([size, picture]) => {
      if (!picture) throw new Error(`There is no ${size} picture`);
      expect(picture.includes(SECRET), size).toBe(false);
      const file = join(folder, `${kind}-${size}`);
      writeFileSync(file, picture);
      return file;
    });
    const read = tagsOf(drawn);
    expect(read.map((tags) => tags.some((tag) => tag.endsWith('ImageWidth')))).toEqual(drawn.map(() => true));
    expect(
      read.flat().filter((tag) => isMark(tag) || /^(?:IFD|ExifIFD|GPS|XMP|IPTC|Photoshop)/.test(tag)),
    ).toEqual([]);
  },
);
