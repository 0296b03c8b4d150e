import type { Size } from '../../viewer/zoom/zoom-geometry.ts';

/** A rectangle in pixels of the frame. */
export type Box = { x: number; y: number; width: number; height: number };

export type Findings = {
  /** Share of the pixels, from 0 to 1. */
  share: number;
  areas: Box[];
};

/** Smallest difference that counts, of 255: saving a picture anew makes smaller ones, which are invisible. */
const TOLERANCE = 16;

/** Pixels that differ are in one place where no empty square of so many pixels parts them. */
const CELL = 16;

/** Magenta is seldom in a picture, and stands out from one without colours. */
const MARK = [255, 0, 200, 255] as const;

/** Compares two pictures of one size in slices of whole RGBA rows; remembers the differing part of each square. */
export function createComparison({ width, height }: Size) {
  const columns = Math.ceil(width / CELL);
  const cells = new Map<number, Box>();
  let differing = 0;

  return {
    /** Compares the rows from `top` on and returns marks for them; undefined where nothing differs. */
    add(older: Uint8ClampedArray, newer: Uint8ClampedArray, top: number) {
      const one = new Uint32Array(older.buffer, older.byteOffset, older.length / 4);
      const other = new Uint32Array(newer.buffer, newer.byteOffset, newer.length / 4);
      let marks: Uint8ClampedArray<ArrayBuffer> | undefined;
      for (let at = 0; at < one.length; at += 1) {
        if (one[at] === other[at] || !differs(older, newer, at * 4)) continue;
        marks ??= new Uint8ClampedArray(older.length);
        marks.set(MARK, at * 4);
        differing += 1;
        const x = at % width;
        const y = top + Math.floor(at / width);
        const cell = Math.floor(y / CELL) * columns + Math.floor(x / CELL);
        cells.set(cell, around(cells.get(cell), { x, y, width: 1, height: 1 }));
      }
      return marks;
    },
    finish: (): Findings => ({
      share: differing / (width * height),
      areas: areasOf(cells, columns),
    }),
  };
}

/** Colours count by how much of them is seen: those of two transparent pixels are the same. */
function differs(one: Uint8ClampedArray, other: Uint8ClampedArray, at: number): boolean {
  const [alpha = 0, otherAlpha = 0] = [one[at + 3], other[at + 3]];
  if (Math.abs(alpha - otherAlpha) > TOLERANCE) return true;
  for (let channel = at; channel < at + 3; channel += 1) {
    const seen = (one[channel] ?? 0) * alpha - (other[channel] ?? 0) * otherAlpha;
    if (Math.abs(seen) > TOLERANCE * 255) return true;
  }
  return false;
}

/** Joins neighbouring squares; each is looked at once. */
function areasOf(cells: Map<number, Box>, columns: number): Box[] {
  const areas: Box[] = [];
  for (const [start, first] of cells) {
    cells.delete(start);
    let area = first;
    const reached = [start];
    for (let cell = reached.pop(); cell !== undefined; cell = reached.pop())
      for (const next of neighboursOf(cell, columns)) {
        const box = cells.get(next);
        if (!box) continue;
        cells.delete(next);
        area = around(area, box);
        reached.push(next);
      }
    areas.push(area);
  }
  return areas;
}

function neighboursOf(cell: number, columns: number): number[] {
  const column = cell % columns;
  return [-1, 0, 1].flatMap((down) =>
    [-1, 0, 1]
      .filter((right) => column + right >= 0 && column + right < columns)
      .map((right) => cell + down * columns + right),
  );
}

function around(one: Box | undefined, other: Box): Box {
  if (!one) return other;
  const x = Math.min(one.x, other.x);
  const y = Math.min(one.y, other.y);
  return {
    x,
    y,
    width: Math.max(one.x + one.width, other.x + other.width) - x,
    height: Math.max(one.y + one.height, other.y + other.height) - y,
  };
}
