import { framed, fresh, gradient, lying, type Work } from './sheet.ts';
import { arch, pool, table, tiles } from './scenes/house.ts';
import { beach, sea } from './scenes/sea.ts';
import type { Typesetter } from './typesetter.ts';

/** Texts printed on the pieces of the hotel's campaign. */
export type HotelTexts = {
  name: string;
  location: string;
  season: string;
  claim: string;
  /** Heading, beginning and columns of the booklet's story. */
  story: { title: string; lead: string; left: string; right: string };
};

const HOTEL = {
  paper: '#f6efe2',
  ink: '#1d2a2c',
  sea: '#1f5f66',
  deep: '#0e3b43',
  sun: '#e9a13b',
  coral: '#d9694a',
};

/** Sun over two waves: the hotel's sign, `size` units wide. */
export function hotelSign(x: number, y: number, size: number, colour: string): string {
  const wave = (top: number) =>
    `<path d="M0 ${top} q12.5 -9 25 0 t25 0 t25 0 t25 0" fill="none" stroke="${colour}" stroke-width="5" stroke-linecap="round"/>`;
  return `<g transform="translate(${x - size / 2} ${y}) scale(${size / 100})"><path d="M22 44 A28 28 0 0 1 78 44 Z" fill="${colour}"/>${wave(60)}${wave(78)}</g>`;
}

/** The booklet of the season, opened on a table. */
export function bookletSpread(texts: HotelTexts): Work {
  return (type) => {
    const [width, height] = [1500, 1000];
    const page = { x: 150, y: 118, width: 600, height: 764 };
    const [deskId, foldId] = [fresh('desk'), fresh('fold')];
    const book = `<rect x="${page.x}" y="${page.y}" width="${page.width * 2}" height="${page.height}" rx="3"/>`;
    const right = page.x + page.width + 64;
    const words = { fill: HOTEL.ink, x: right };
    const columns = { ...words, face: 'text', size: 14.5, width: 216, leading: 1.5 } as const;
    return {
      width,
      height,
      body: `<defs>${gradient(
        deskId,
        [
          [0, '#cfc4b2'],
          [1, '#b5a893'],
        ],
        'x1="0" y1="0" x2="1" y2="1"',
      )}
        ${gradient(
          foldId,
          [
            [0, '#000', 0],
            [0.44, '#000', 0.03],
            [0.5, '#000', 0.26],
            [0.515, '#000', 0.1],
            [0.6, '#000', 0],
          ],
          'x1="0" y1="0" x2="1" y2="0"',
        )}</defs>
        <rect width="${width}" height="${height}" fill="url(#${deskId})"/>
        <path d="M-50 -20 L520 -20 L980 1020 L300 1020 Z" fill="#fff6e2" opacity="0.16"/>
        ${lying(fresh('shadow'), 22, book, `<g fill="#e6dcc8">${book}</g>`)}
        <rect x="${page.x + 4}" y="${page.y - 5}" width="${page.width * 2 - 8}" height="${page.height}" rx="2" fill="${HOTEL.paper}"/>
        ${framed(arch, { x: page.x + 4, y: page.y - 5, width: page.width - 4, height: page.height })}
        ${type.line(texts.season, { ...words, y: page.y + 76, size: 13, weight: 600, tracking: 0.12, fill: HOTEL.coral })}
        ${type.block(texts.story.title, { ...words, y: page.y + 172, face: 'display', size: 88, weight: 420, width: 500, leading: 1.02 })}
        ${type.block(texts.story.lead, { ...words, y: page.y + 356, face: 'italic', size: 24, width: 470, leading: 1.4, fill: HOTEL.sea })}
        ${type.block(texts.story.left, { ...columns, y: page.y + 470 })}${type.block(texts.story.right, { ...columns, x: right + 248, y: page.y + 470 })}
        ${hotelSign(right + 22, page.y + 686, 44, HOTEL.coral)}
        ${type.line('14', { ...words, x: page.x + page.width * 2 - 60, y: page.y + 716, face: 'text', size: 15, anchor: 'end' })}
        <rect x="${page.x}" y="${page.y - 5}" width="${page.width * 2}" height="${page.height}" fill="url(#${foldId})"/>`,
    };
  };
}

const HOURS = { morning: sea('morning', 0.62), noon: beach(4), evening: sea('evening', 0.62), garden: arch };

/** A poster of the coast road: picture, name and one line. */
export function hotelPoster(hour: keyof typeof HOURS, title: string, texts: HotelTexts): Work {
  return (type) => {
    const [width, height] = [1000, 1414];
    const words = { fill: HOTEL.ink, x: 64 };
    return {
      width,
      height,
      body: `<rect width="${width}" height="${height}" fill="${HOTEL.paper}"/>
        ${framed(HOURS[hour], { x: 48, y: 48, width: width - 96, height: 960 })}
        ${type.block(title, { ...words, y: 1126, face: 'display', size: 104, weight: 430, width: 880, leading: 1 })}
        <rect x="64" y="1290" width="872" height="1.5" fill="${HOTEL.ink}"/>
        ${type.line(texts.name, { ...words, y: 1342, size: 27, weight: 600 })}
        ${type.line(texts.location, { ...words, x: width - 64, y: 1342, size: 27, anchor: 'end' })}`,
    };
  };
}

/** A postcard with a white rim and the name written over the picture. */
export function postcard(hour: 'morning' | 'evening', text: string): Work {
  return (type) => ({
    width: 1200,
    height: 820,
    body: `<rect width="1200" height="820" fill="#fffdf8"/>${framed(sea(hour, 0.6), { x: 36, y: 36, width: 1128, height: 748 })}
      ${type.line(text, { x: 92, y: 176, face: 'italic', size: 92, weight: 420, fill: '#fffaf0' })}`,
  });
}

/** The folder for a key card: tiles on the front, the sign on a band. */
export function keyFolder(texts: HotelTexts): Work {
  return (type) => ({
    width: 1200,
    height: 760,
    body: `${tiles(9)(1200, 760)}<rect x="0" y="250" width="1200" height="260" fill="${HOTEL.paper}"/>
      ${hotelSign(600, 276, 108, HOTEL.coral)}
      ${type.line(texts.name, { x: 600, y: 448, face: 'display', size: 62, weight: 430, fill: HOTEL.ink, anchor: 'middle' })}`,
  });
}

/** A banner over the road, four times as wide as high. */
export function roadBanner(texts: HotelTexts): Work {
  return (type) => ({
    width: 2000,
    height: 500,
    body: `${beach(11)(2000, 500)}<rect x="0" y="0" width="760" height="500" fill="${HOTEL.coral}"/>
      ${type.block(texts.claim, { x: 70, y: 170, face: 'display', size: 88, weight: 430, fill: HOTEL.paper, width: 640, leading: 1.05 })}
      ${type.line(`${texts.name}  ·  ${texts.location}`, { x: 72, y: 424, size: 30, weight: 550, fill: HOTEL.paper })}`,
  });
}

/** A full phone screen for the story of the day. */
export function phoneStory(texts: HotelTexts): Work {
  return (type) => ({
    width: 900,
    height: 1600,
    body: `${framed(pool, { x: 0, y: 0, width: 900, height: 1600 })}
      ${type.block(texts.claim, { x: 450, y: 420, face: 'display', size: 106, weight: 430, fill: '#fffaf0', width: 640, leading: 1.04, anchor: 'middle' })}
      ${hotelSign(450, 1180, 130, '#fffaf0')}`,
  });
}

/** The drinks of the terrace, tall and narrow. */
export function drinksCard(title: string, drinks: readonly (readonly [string, string])[]): Work {
  return (type) => ({
    width: 700,
    height: 1500,
    body: `<rect width="700" height="1500" fill="${HOTEL.paper}"/>${framed(table, { x: 0, y: 0, width: 700, height: 640 })}
      ${type.line(title, { x: 70, y: 780, face: 'display', size: 74, weight: 430, fill: HOTEL.ink })}
      ${drinks.map(([name, price], row) => drinkLine(type, name, price, 880 + row * 86)).join('')}
      ${hotelSign(350, 1380, 70, HOTEL.coral)}`,
  });
}

function drinkLine(type: Typesetter, name: string, price: string, y: number): string {
  return (
    type.line(name, { x: 70, y, face: 'text', size: 32, fill: HOTEL.ink }) +
    type.line(price, { x: 630, y, size: 28, fill: HOTEL.sea, anchor: 'end' }) +
    `<rect x="70" y="${y + 24}" width="560" height="1" fill="${HOTEL.ink}" opacity="0.25"/>`
  );
}

/** Pictures, colours and a word on one board: the mood of the campaign. */
export function moodBoard(word: string): Work {
  return (type) => ({
    width: 1500,
    height: 1000,
    body: `<rect width="1500" height="1000" fill="#fbf7ee"/>
      ${framed(sea('morning'), { x: 50, y: 50, width: 640, height: 430 })}${framed(table, { x: 714, y: 50, width: 330, height: 430 })}
      ${framed(arch, { x: 1068, y: 50, width: 382, height: 620 })}${framed(tiles(3), { x: 50, y: 504, width: 300, height: 300 })}
      ${framed(pool, { x: 374, y: 504, width: 670, height: 446 })}
      ${[HOTEL.coral, HOTEL.sun, HOTEL.sea].map((colour, index) => `<rect x="${1068 + index * 134}" y="694" width="114" height="256" fill="${colour}"/>`).join('')}
      ${type.line(word, { x: 50, y: 896, face: 'italic', size: 54, fill: HOTEL.ink })}`,
  });
}
