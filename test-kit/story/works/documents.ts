import sharp from 'sharp';
import { jpeg, type Work } from './sheet.ts';

/** Width of a page in points: that of A4. */
const PAGE_WIDTH = 595;

/** A PDF with a work on each page, each as high as its work needs. */
export async function pdf(works: readonly Work[]): Promise<Buffer<ArrayBuffer>> {
  const parts: Buffer[] = [Buffer.from('%PDF-1.4\n')];
  const offsets: number[] = [];
  const add = (dictionary: string, stream?: Buffer) => {
    offsets.push(parts.reduce((length, part) => length + part.length, 0));
    parts.push(Buffer.from(`${offsets.length} 0 obj\n${dictionary}\n`));
    if (stream) parts.push(Buffer.from('stream\n'), stream, Buffer.from('\nendstream\n'));
    parts.push(Buffer.from('endobj\n'));
  };
  const kids = works.map((_, page) => `${page * 3 + 3} 0 R`).join(' ');
  add('<< /Type /Catalog /Pages 2 0 R >>');
  add(`<< /Type /Pages /Count ${works.length} /Kids [${kids}] >>`);
  for (const work of works) {
    const picture = await jpeg(work);
    const { width, height } = await sharp(picture).metadata();
    const [pageHeight, next] = [Math.round((PAGE_WIDTH * height) / width), offsets.length + 2];
    const draw = Buffer.from(`${PAGE_WIDTH} 0 0 ${pageHeight} 0 0 cm /Work Do`);
    const box = `/MediaBox [0 0 ${PAGE_WIDTH} ${pageHeight}]`;
    add(
      `<< /Type /Page /Parent 2 0 R ${box} /Contents ${next} 0 R /Resources << /XObject << /Work ${next + 1} 0 R >> >> >>`,
    );
    add(`<< /Length ${draw.length} >>`, draw);
    const size = `/Width ${width} /Height ${height} /ColorSpace /DeviceRGB /BitsPerComponent 8`;
    add(`<< /Type /XObject /Subtype /Image ${size} /Filter /DCTDecode /Length ${picture.length} >>`, picture);
  }
  const start = parts.reduce((length, part) => length + part.length, 0);
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = offsets.length + 1;
  parts.push(
    Buffer.from(
      `xref\n0 ${size}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(parts);
}

const RATE = 22_050;
/** Start in seconds and pitch in Hz of each note: a rising chord, then its answer an octave higher. */
const NOTES = [
  [0, 261.63],
  [0.35, 329.63],
  [0.7, 392],
  [1.05, 523.25],
  [1.75, 440],
  [2.1, 523.25],
  [2.45, 783.99],
] as const;

/** Four seconds of a few plucked notes, as WAV. */
export function jingle(): Buffer<ArrayBuffer> {
  const samples = RATE * 4;
  const sound = Buffer.alloc(44 + samples * 2);
  sound.write('RIFF');
  sound.writeUInt32LE(sound.length - 8, 4);
  sound.write('WAVEfmt ', 8);
  sound.writeUInt32LE(16, 16);
  sound.writeUInt16LE(1, 20);
  sound.writeUInt16LE(1, 22);
  sound.writeUInt32LE(RATE, 24);
  sound.writeUInt32LE(RATE * 2, 28);
  sound.writeUInt16LE(2, 32);
  sound.writeUInt16LE(16, 34);
  sound.write('data', 36);
  sound.writeUInt32LE(samples * 2, 40);
  for (let sample = 0; sample < samples; sample += 1) {
    const time = sample / RATE;
    const level = NOTES.reduce(
      (sum, [start, pitch]) => sum + (time < start ? 0 : pluck(time - start, pitch)),
      0,
    );
    sound.writeInt16LE(
      Math.round(Math.max(-1, Math.min(1, level * 0.3 * Math.min(1, (4 - time) * 4))) * 32_000),
      44 + sample * 2,
    );
  }
  return sound;
}

function pluck(age: number, pitch: number): number {
  const tone = (factor: number) =>
    Math.sin(2 * Math.PI * pitch * factor * age) * Math.exp(-age * 2.2 * factor);
  return Math.min(1, age * 200) * (tone(1) + tone(2) * 0.35 + tone(3) * 0.12);
}
