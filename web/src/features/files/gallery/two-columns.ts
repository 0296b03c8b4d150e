/** Place and width of a picture in two stacked columns: lengths of CSS, by the width of the container and pixels. */
export type Position = { x: string; y: string; width: string; isWhole: boolean };

type Length = { share: number; pixels: number };

/** Pixels between pictures. */
const GAP = 8;
/** Pixels of the caption below each picture. */
const CAPTION = 44;
/** Pixels more of one with the freelancer's words. */
const WORDS = 20;
/** Wider pictures take both columns. */
const SPANNING = 1.8;
/** A picture without a neighbour takes both columns too, no higher than this ratio makes it; the style sheet says the same. */
const ALONE = 0.75;
/** The part of the width that a column has at least, so that names beside the downloads can be read. */
const NARROWEST_COLUMN = 0.3;
/** Width in pixels for which pictures are divided among the columns; any other is right too, only less even. */
const PHONE = 358;

/**
 * Places pictures, given by ratio, in two columns without holes: the columns become equally high, because the one with
 * less above is wider. Nothing is measured, so that the server's page has the same places.
 */
export function layOutInColumns(
  ratios: readonly number[],
  hasWords: readonly boolean[] = [],
): { positions: Position[]; height: string } {
  const positions = new Map<number, Position>();
  let top: Length = { share: 0, pixels: 0 };
  const pictures = ratios.map((ratio, at) => ({
    at,
    ratio,
    below: CAPTION + (hasWords[at] ? WORDS : 0) + GAP,
  }));
  for (const group of groupsOf(pictures)) {
    const [first] = group;
    if (group.length === 1 && first) {
      positions.set(first.at, { x: '0px', y: css(top), width: '100%', isWhole: true });
      top = { share: top.share + 1 / Math.max(first.ratio, ALONE), pixels: top.pixels + first.below };
      continue;
    }
    const columns = divide(group);
    const [start, end] = columns;
    // Equal heights: width * height of the one + captions = (whole - width) * height of the other + captions.
    const sum = start.height + end.height;
    const captions = belowAll(end) - belowAll(start);
    const even: Length = { share: end.height / sum, pixels: (captions - GAP * end.height) / sum };
    const part = (even.share * PHONE + even.pixels) / (PHONE - GAP);
    const isEven = part >= NARROWEST_COLUMN && part <= 1 - NARROWEST_COLUMN;
    const held = part < 0.5 ? NARROWEST_COLUMN : 1 - NARROWEST_COLUMN;
    const width: Length = isEven ? even : { share: held, pixels: -GAP * held };
    const rest: Length = { share: 1 - width.share, pixels: -GAP - width.pixels };
    const ends = [
      stack(start.pictures, { x: '0px', width, top, positions }),
      stack(end.pictures, { x: `calc(100% - ${css(rest)})`, width: rest, top, positions }),
    ];
    // Not lower than either, whatever the width.
    top = {
      share: Math.max(...ends.map(({ share }) => share)),
      pixels: Math.max(...ends.map(({ pixels }) => pixels)),
    };
  }
  return {
    positions: ratios.flatMap((_, at) => positions.get(at) ?? []),
    height: css({ share: top.share, pixels: top.pixels - GAP }),
  };
}

type Picture = { at: number; ratio: number; below: number };

/** Wide pictures alone, and the pictures between them; a single one joins the group before or after it. */
function groupsOf(pictures: readonly Picture[]): Picture[][] {
  const groups: Picture[][] = [];
  let open: Picture[] = [];
  let waiting: Picture[] = [];
  for (const picture of pictures) {
    if (picture.ratio > SPANNING) {
      // A lone picture takes the next one beside it before the wide one follows.
      if (open.length === 1) waiting.push(picture);
      else {
        if (open.length > 0) groups.push(open);
        groups.push([picture]);
        open = [];
      }
      continue;
    }
    open.push(picture);
    if (waiting.length === 0) continue;
    groups.push(open, ...waiting.map((wide) => [wide]));
    open = [];
    waiting = [];
  }
  const last = groups.findLast((group) => group.length > 1);
  const [alone] = open;
  if (open.length === 1 && alone && last) last.push(alone);
  else if (open.length > 0) groups.push(open);
  groups.push(...waiting.map((wide) => [wide]));
  return groups;
}

type Column = { pictures: Picture[]; height: number };

/** Each picture goes below the lower of the columns; the height of a column is in widths of it. */
function divide(group: readonly Picture[]): [Column, Column] {
  const start: Column = { pictures: [], height: 0 };
  const end: Column = { pictures: [], height: 0 };
  const heightOf = (column: Column) => (column.height * (PHONE - GAP)) / 2 + belowAll(column);
  for (const picture of group) {
    const column = heightOf(start) <= heightOf(end) ? start : end;
    column.pictures.push(picture);
    column.height += 1 / picture.ratio;
  }
  return [start, end];
}

function belowAll({ pictures }: Column): number {
  return pictures.reduce((sum, { below }) => sum + below, 0);
}

type Stacking = { x: string; width: Length; top: Length; positions: Map<number, Position> };

/** Notes the places of a column from `top` on; returns where what follows begins. */
function stack(pictures: readonly Picture[], { x, width, top, positions }: Stacking): Length {
  let y = top;
  for (const { at, ratio, below } of pictures) {
    positions.set(at, { x, y: css(y), width: css(width), isWhole: false });
    y = {
      share: y.share + width.share / ratio,
      pixels: y.pixels + width.pixels / ratio + below,
    };
  }
  return y;
}

function css({ share, pixels }: Length): string {
  return `calc(${(share * 100).toFixed(3)}cqi + ${pixels.toFixed(2)}px)`;
}
