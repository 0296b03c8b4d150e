import { fileTypeFromBuffer } from 'file-type';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { DEMO_PROJECTS } from './story.ts';

const files = await Promise.all(
  DEMO_PROJECTS.flatMap(({ versions }) => versions.flatMap(({ files: inside }) => inside)).map(
    async ({ name, bytes }) => ({ name, content: await bytes() }),
  ),
);
const contentOf = (end: string) => files.find(({ name }) => name.endsWith(end))?.content ?? Buffer.alloc(0);

it('each file of the demo is what its name says', async () => {
  for (const { name, content } of files)
    expect((await fileTypeFromBuffer(content))?.ext, name).toBe(name.split('.').at(-1));
});

it('the demo shows at least 24 pictures, wide and tall, in many shapes', async () => {
  const pictures = files.filter(({ name }) => /\.(?:png|jpg)$/.test(name));
  const shapes = await Promise.all(
    pictures.map(async ({ content }) => {
      const { width, height } = await sharp(content).metadata();
      return Number((width / height).toFixed(2));
    }),
  );
  expect(pictures.length).toBeGreaterThanOrEqual(24);
  expect(new Set(shapes).size).toBeGreaterThanOrEqual(12);
  expect(Math.min(...shapes)).toBeLessThan(0.5);
  expect(Math.max(...shapes)).toBe(4);
});

it('the demo has a PDF of three pages, each with its picture', async () => {
  const pdf = contentOf('.pdf').toString('latin1');
  expect(pdf.match(/\/Type \/Page /g)).toHaveLength(3);
  // The table at the end contains the offset of each object.
  const table = pdf.slice(Number(/startxref\n(\d+)/.exec(pdf)?.[1]));
  const offsets = Array.from(table.matchAll(/^(\d{10}) 00000 n/gm), ([, offset]) => Number(offset));
  expect(offsets.map((offset, index) => pdf.startsWith(`${index + 1} 0 obj`, offset))).toEqual(
    offsets.map(() => true),
  );
});

it('the film of the demo lasts six seconds and is small', () => {
  const film = contentOf('.mp4');
  // The movie header: 12 bytes after its name stand units of a second, then the length in them.
  const header = film.indexOf('mvhd');
  expect(film.readUInt32BE(header + 20) / film.readUInt32BE(header + 16)).toBe(6);
  expect(film.length).toBeLessThan(300_000);
});

it('the sound of the demo lasts four seconds and is never cut off', () => {
  const sound = contentOf('.wav');
  expect(sound.readUInt32LE(40) / sound.readUInt32LE(28)).toBe(4);
  const samples = new Int16Array(sound.buffer, sound.byteOffset + 44, (sound.length - 44) / 2);
  const loudest = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
  expect(loudest).toBeGreaterThan(8000);
  expect(loudest).toBeLessThan(32_000);
});

it('a letter that Latin lacks is drawn in the same typeface', async () => {
  const { typesetter } = await import('./works/typesetter.ts');
  const { line } = await typesetter();
  const style = { x: 0, y: 0, size: 20, fill: '#000' };
  for (const letter of 'şğİı') expect(line(letter, style), letter).toMatch(/<path d="M/);
  expect(line('şş', style)).not.toBe(line('ss', style));
});
