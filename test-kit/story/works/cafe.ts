import { fresh, gradient, lying, type Work } from './sheet.ts';
import type { Typesetter } from './typesetter.ts';

const CAFE = {
  paper: '#f5ecdf',
  ink: '#2b2119',
  clay: '#b9573a',
  honey: '#dfa95a',
  leaf: '#5b6b4a',
  milk: '#fffaf2',
};

/** A cup seen from above with a leaf of milk: the café's mark, `size` units wide, centred on x and y. */
function cup(x: number, y: number, size: number, line: string, ground: string): string {
  return `<g transform="translate(${x} ${y}) scale(${size / 200})"><circle r="100" fill="${line}"/><circle r="84" fill="${ground}"/>
    <rect x="88" y="-17" width="54" height="34" rx="17" fill="${line}"/><circle r="68" fill="${line}"/>
    <path d="M0 46 C-34 30 -44 -2 -30 -26 C-18 -44 -4 -36 0 -22 C4 -36 18 -44 30 -26 C44 -2 34 30 0 46 Z" fill="${ground}"/><path d="M0 40 V-18" stroke="${line}" stroke-width="6" stroke-linecap="round"/></g>`;
}

/** The mark alone, on paper or on its colour. */
export function cafeMark(name: string, isInverted = false): Work {
  const [ground, line] = isInverted ? [CAFE.clay, CAFE.paper] : [CAFE.paper, CAFE.clay];
  return (type) => ({
    width: 1000,
    height: 1000,
    body: `<rect width="1000" height="1000" fill="${ground}"/>${cup(500, 420, 330, line, ground)}
      ${type.line(name, { x: 500, y: 770, face: 'display', size: 112, weight: 440, fill: isInverted ? CAFE.paper : CAFE.ink, anchor: 'middle' })}`,
  });
}

/** Colours and typefaces with their names. */
export function brandSheet(words: { colours: string; type: string; sample: string }): Work {
  const colours = [CAFE.clay, CAFE.honey, CAFE.leaf, CAFE.ink, CAFE.paper];
  return (type) => ({
    width: 1600,
    height: 900,
    body: `<rect width="1600" height="900" fill="${CAFE.milk}"/>
      ${type.line(words.colours, { x: 80, y: 112, size: 24, weight: 600, fill: CAFE.clay })}${type.line(words.type, { x: 900, y: 112, size: 24, weight: 600, fill: CAFE.clay })}
      ${colours.map((colour, row) => `<rect x="80" y="${160 + row * 130}" width="${700 - row * 84}" height="118" fill="${colour}"/>${type.line(colour.toUpperCase(), { x: 104, y: 160 + row * 130 + 94, size: 20, fill: row === 4 ? CAFE.ink : CAFE.milk })}`).join('')}
      ${type.line('Aa', { x: 890, y: 440, face: 'display', size: 330, weight: 420, fill: CAFE.ink })}
      ${type.block(words.sample, { x: 900, y: 570, face: 'italic', size: 54, fill: CAFE.clay, width: 620, leading: 1.2 })}
      ${type.line('ABCÇDEFGĞHIİJKLMNOÖPRSŞTUÜVYZ', { x: 900, y: 744, size: 32, fill: CAFE.ink })}${type.line('0123456789 & ? !', { x: 900, y: 796, size: 32, fill: CAFE.ink })}`,
  });
}

/** A bag of coffee on a shelf. */
export function coffeeBag(name: string, kind: string, origin: string): Work {
  return (type) => {
    const [wallId, bagId] = [fresh('wall'), fresh('bag')];
    const bag = `<path d="M240 300 L760 300 L776 330 L790 1200 Q500 1226 210 1200 L224 330 Z"/>`;
    return {
      width: 1000,
      height: 1400,
      body: `<defs>${gradient(wallId, [
        [0, '#e6d3b8'],
        [1, '#d8bf9c'],
      ])}${gradient(
        bagId,
        [
          [0, '#8f3f29'],
          [0.12, '#b9573a'],
          [0.5, '#c4654a'],
          [0.88, '#b0502f'],
          [1, '#7f3622'],
        ],
        'x1="0" y1="0" x2="1" y2="0"',
      )}</defs>
        <rect width="1000" height="1400" fill="url(#${wallId})"/><path d="M0 180 L1000 -120 V520 L0 980 Z" fill="#fff3da" opacity="0.35"/>
        <rect y="1180" width="1000" height="220" fill="#8c5f3f"/><rect y="1180" width="1000" height="10" fill="#a9774f"/>
        ${lying(fresh('shadow'), 26, bag, `<g fill="url(#${bagId})">${bag}</g>`)}
        <path d="M232 300 H768 L764 236 Q500 222 236 236 Z" fill="#a34a30"/><rect x="220" y="292" width="560" height="14" fill="#7f3622"/><rect x="330" y="256" width="340" height="16" rx="8" fill="#e9d6b4"/>
        <rect x="300" y="440" width="400" height="560" fill="${CAFE.paper}"/>${cup(500, 590, 170, CAFE.clay, CAFE.paper)}
        ${type.line(name, { x: 500, y: 770, face: 'display', size: 62, weight: 440, fill: CAFE.ink, anchor: 'middle' })}
        <rect x="340" y="810" width="320" height="1.5" fill="${CAFE.ink}"/>
        ${type.line(kind, { x: 500, y: 870, face: 'italic', size: 36, fill: CAFE.clay, anchor: 'middle' })}
        ${type.line(origin, { x: 500, y: 930, size: 24, fill: CAFE.ink, anchor: 'middle' })}`,
    };
  };
}

/** The front of the café: awning, window with the mark, door. */
export function cafeFront(name: string): Work {
  return (type) => {
    const stripes = Array.from({ length: 16 }, (_, stripe) => {
      const x = 110 + stripe * 86.25;
      return `<path d="M${x} 250 h86.25 v96 a43 43 0 0 1 -86.25 0 Z" fill="${stripe % 2 ? CAFE.milk : CAFE.clay}"/>`;
    });
    const pot = (x: number) =>
      `<g transform="translate(${x} 860)"><path d="M-52 -80 H52 L40 0 H-40 Z" fill="${CAFE.honey}"/>${[-60, -36, -14, 10, 34, 58].map((angle) => `<path d="M0 -76 q26 -80 0 -170 q-34 90 0 170" fill="${CAFE.leaf}" transform="rotate(${angle} 0 -76)"/>`).join('')}</g>`;
    return {
      width: 1600,
      height: 1000,
      body: `<rect width="1600" height="1000" fill="#e8dcc6"/><rect y="870" width="1600" height="130" fill="#bdae95"/><rect y="864" width="1600" height="10" fill="#d5c7ae"/>
        <rect x="110" y="90" width="1380" height="780" fill="#4d3a2b"/>
        ${type.line(name, { x: 800, y: 204, face: 'display', size: 92, weight: 440, fill: CAFE.paper, anchor: 'middle' })}
        <rect x="160" y="270" width="820" height="520" fill="#d9c39a"/><rect x="160" y="270" width="820" height="520" fill="#f2d9a2" opacity="0.6"/>
        <path d="M160 790 V620 L520 270 H760 L240 790 Z" fill="#fff8e6" opacity="0.4"/>
        ${cup(570, 545, 210, '#fffaf2', '#e2c88f')}
        <rect x="1040" y="270" width="390" height="600" fill="#5f4937"/><rect x="1084" y="320" width="302" height="330" fill="#e9d09a"/><rect x="1084" y="690" width="302" height="140" fill="#513d2d"/><circle cx="1078" cy="672" r="13" fill="${CAFE.honey}"/>
        ${stripes.join('')}<path d="M110 250 H1490 V272 H110 Z" fill="#2b2119" opacity="0.14"/>${pot(120)}${pot(1500)}`,
    };
  };
}

/** The card on the counter. */
export function cafeMenu(title: string, lines: readonly (readonly [string, string])[]): Work {
  return (type) => ({
    width: 800,
    height: 1200,
    body: `<rect width="800" height="1200" fill="${CAFE.leaf}"/>${cup(400, 200, 130, CAFE.paper, CAFE.leaf)}
      ${type.line(title, { x: 400, y: 400, face: 'display', size: 84, weight: 430, fill: CAFE.paper, anchor: 'middle' })}
      ${lines.map(([name, price], row) => menuLine(type, name, price, 530 + row * 96)).join('')}`,
  });
}

function menuLine(type: Typesetter, name: string, price: string, y: number): string {
  return (
    type.line(name, { x: 110, y, face: 'text', size: 38, fill: CAFE.paper }) +
    type.line(price, { x: 690, y, face: 'text', size: 38, fill: CAFE.honey, anchor: 'end' })
  );
}
