import sharp, { type Sharp } from 'sharp';
import { type Typesetter, typesetter } from './typesetter.ts';

/** A work as SVG, in units of its own size. */
type Sheet = { width: number; height: number; body: string };
export type Work = (type: Typesetter) => Sheet;

type Scene = (width: number, height: number) => string;

/** Draws a work in pixels: `scale` is pixels for each unit of the sheet. */
async function raster(work: Work, scale: number): Promise<Sharp> {
  const { width, height, body } = work(await typesetter());
  const size = `width="${width * scale}" height="${height * scale}" viewBox="0 0 ${width} ${height}"`;
  return sharp(Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${size}>${body}</svg>`), {
    limitInputPixels: 40_000_000,
  });
}

export async function png(work: Work, scale = 1): Promise<Buffer<ArrayBuffer>> {
  const picture = await raster(work, scale);
  return Buffer.from(await picture.png({ compressionLevel: 6 }).toBuffer());
}

export async function jpeg(work: Work, scale = 1): Promise<Buffer<ArrayBuffer>> {
  const picture = await raster(work, scale);
  return Buffer.from(await picture.flatten({ background: '#fff' }).jpeg({ quality: 86 }).toBuffer());
}

/** A work as a file of a project, drawn when its bytes are requested. */
export const pngFile = (name: string, work: Work) => ({ name, bytes: () => png(work) });
export const jpegFile = (name: string, work: Work, scale = 1) => ({ name, bytes: () => jpeg(work, scale) });

/** A scene as a work of its own. */
export function photograph(scene: Scene, width: number, height: number): Work {
  return () => ({ width, height, body: scene(width, height) });
}

/** A scene within a larger sheet, cut at its edges. */
export function framed(
  scene: Scene,
  { x, y, width, height }: { x: number; y: number; width: number; height: number },
): string {
  const inside = `viewBox="0 0 ${width} ${height}" overflow="hidden"`;
  return `<svg x="${x}" y="${y}" width="${width}" height="${height}" ${inside}>${scene(width, height)}</svg>`;
}

/** Light falling off along a line or around a point; `id` is unique in its sheet. */
export function gradient(
  id: string,
  stops: readonly (readonly [number, string, number?])[],
  line = 'x1="0" y1="0" x2="0" y2="1"',
) {
  const kind = line.includes('cx') ? 'radialGradient' : 'linearGradient';
  const inside = stops.map(
    ([offset, colour, opacity = 1]) =>
      `<stop offset="${offset}" stop-color="${colour}" stop-opacity="${opacity}"/>`,
  );
  return `<${kind} id="${id}" ${line}>${inside.join('')}</${kind}>`;
}

/** A soft shadow below something that lies on a table; `body` is drawn above it. */
export function lying(id: string, blur: number, shape: string, body: string): string {
  return (
    `<filter id="${id}" x="-20%" y="-20%" width="140%" height="140%"><feGaussianBlur stdDeviation="${blur}"/></filter>` +
    `<g fill="#1a1510" opacity="0.28" transform="translate(0 ${blur * 0.7})" filter="url(#${id})">${shape}</g>${body}`
  );
}

/** Numbers between 0 and 1 that are the same in every run. */
export function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 16_807) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

let last = 0;
/** An id that no other gradient of the process has. */
export function fresh(name: string): string {
  last += 1;
  return `${name}-${last}`;
}
