import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Blob, Buffer as Run, Face, Font, shape, Variation } from 'harfbuzzjs';
import subsetFont from 'subset-font';

/**
 * Sets lines of text as outlines in the product's own typefaces, so that the sample works look alike on every machine,
 * whatever fonts it has.
 */
export type Typesetter = {
  line: (text: string, style: LineStyle) => string;
  /** Lines broken at spaces to fit `width`; `leading` is a factor of the size. */
  block: (text: string, style: LineStyle & { width: number; leading?: number }) => string;
};

type Style = {
  face?: keyof typeof FACES;
  size: number;
  weight?: number;
  fill: string;
  /** Space added after each letter, in parts of the size. */
  tracking?: number;
  anchor?: 'start' | 'middle' | 'end';
};
type LineStyle = Style & { x: number; y: number };

const FOLDER = path.resolve(import.meta.dirname, '../../../node_modules/@fontsource-variable');
/** Latin first; missing letters (ş, ğ, İ) are taken from Latin Extended. */
const FACES = {
  display: ['fraunces', 'opsz-normal', { opsz: 100 }],
  italic: ['fraunces', 'opsz-italic', { opsz: 100 }],
  text: ['fraunces', 'opsz-normal', { opsz: 14 }],
  sans: ['instrument-sans', 'wght-normal', {}],
} as const;

type Cut = { face: Face; letters: Set<number>; axes: Record<string, number> };
type Glyph = { outline: string; x: number; scale: number };

let made: Promise<Typesetter> | undefined;

export function typesetter(): Promise<Typesetter> {
  made ??= openFaces().then(setWith);
  return made;
}

async function openFaces(): Promise<Map<string, Cut[]>> {
  const open = async (name: string, drawing: string, axes: Record<string, number>) =>
    Promise.all(
      ['latin', 'latin-ext'].map(async (alphabet) => {
        const file = path.join(FOLDER, name, 'files', `${name}-${alphabet}-${drawing}.woff2`);
        const font = await subsetFont(readFileSync(file), '', { targetFormat: 'sfnt', keepAllGlyphs: true });
        const face = new Face(new Blob(font));
        return { face, letters: new Set(face.collectUnicodes()), axes };
      }),
    );
  const faces = Object.entries(FACES).map(
    async ([key, [name, drawing, axes]]) => [key, await open(name, drawing, axes)] as const,
  );
  return new Map(await Promise.all(faces));
}

function setWith(faces: Map<string, Cut[]>): Typesetter {
  const measured = (text: string, style: Style) =>
    glyphsOf(text, faces.get(style.face ?? 'sans') ?? [], style);
  const line = (text: string, style: LineStyle): string => {
    const { glyphs, width } = measured(text, style);
    const shift = { start: 0, middle: width / 2, end: width }[style.anchor ?? 'start'];
    const outlines = glyphs.map(({ outline, x, scale }) => {
      const point = `${(style.x - shift + x).toFixed(2)} ${style.y}`;
      return `<path d="${outline}" transform="translate(${point}) scale(${scale} ${-scale})"/>`;
    });
    return `<g fill="${style.fill}">${outlines.join('')}</g>`;
  };
  const block: Typesetter['block'] = (text, { width, leading = 1.45, ...style }) => {
    const lines: string[] = [];
    for (const word of text.split(' ')) {
      const longer = `${lines.at(-1) ?? ''} ${word}`.trim();
      if (lines.length > 0 && measured(longer, style).width <= width) lines[lines.length - 1] = longer;
      else lines.push(word);
    }
    return lines
      .map((each, row) => line(each, { ...style, y: style.y + row * style.size * leading }))
      .join('');
  };
  return { line, block };
}

function glyphsOf(text: string, cuts: Cut[], style: Style): { glyphs: Glyph[]; width: number } {
  const glyphs: Glyph[] = [];
  let width = 0;
  for (const { part, cut } of runsOf(text, cuts)) {
    const font = new Font(cut.face);
    font.setVariations(
      Object.entries({ ...cut.axes, wght: style.weight ?? 400 }).map(
        ([tag, value]) => new Variation(tag, value),
      ),
    );
    const scale = style.size / cut.face.upem;
    const run = new Run();
    run.addText(part);
    run.guessSegmentProperties();
    shape(font, run);
    for (const { codepoint, xAdvance = 0, xOffset = 0 } of run.getGlyphInfosAndPositions()) {
      glyphs.push({ outline: font.glyphToPath(codepoint), x: width + xOffset * scale, scale });
      width += xAdvance * scale + (style.tracking ?? 0) * style.size;
    }
  }
  return { glyphs, width };
}

/** Neighbouring letters from the same file. */
function runsOf(text: string, cuts: Cut[]): { part: string; cut: Cut }[] {
  const runs: { part: string; cut: Cut }[] = [];
  for (const letter of text) {
    const code = letter.codePointAt(0) ?? 0;
    const cut = cuts.find(({ letters }) => letters.has(code)) ?? cuts[0];
    if (!cut) continue;
    const last = runs.at(-1);
    if (last?.cut === cut) last.part += letter;
    else runs.push({ part: letter, cut });
  }
  return runs;
}
