import { chance, fresh, gradient } from '../sheet.ts';
import { sea } from './sea.ts';

/** A white wall with an arch that looks out to sea, in hard light. */
export function arch(width: number, height: number): string {
  const wallId = fresh('wall');
  const clipId = fresh('arch');
  const size = Math.min(width, height);
  const open = {
    x: width * 0.5 - size * 0.21,
    width: size * 0.42,
    top: height * 0.24,
    bottom: height * 0.84,
  };
  const shape = (grow: number) =>
    `M${open.x - grow} ${open.bottom} V${open.top + open.width / 2} A${open.width / 2 + grow} ${open.width / 2 + grow} 0 0 1 ${open.x + open.width + grow} ${open.top + open.width / 2} V${open.bottom} Z`;
  const random = chance(23);
  const blossoms = Array.from({ length: 150 }, () => {
    const [spread, fall] = [random(), random()];
    const x = width * 0.98 - spread ** 1.5 * size * 0.46;
    const y = fall * height * 0.46 * (1 - spread * 0.72) - size * 0.02;
    const radius = size * (0.01 + random() * 0.016);
    const colour = ['#c2476a', '#d76a86', '#9d3557', '#4f7355'][Math.floor(random() * 4)] ?? '#c2476a';
    return `<circle cx="${x}" cy="${y}" r="${radius}" fill="${colour}"/>`;
  });
  const step = (row: number, colour: string) =>
    `<rect x="${open.x - size * 0.03 * row - size * 0.04}" y="${open.bottom + size * 0.034 * row}" width="${open.width + size * 0.06 * row + size * 0.08}" height="${size * 0.036}" fill="${colour}"/>`;
  return `<defs>${gradient(
    wallId,
    [
      [0, '#fbf5e9'],
      [1, '#efe3cd'],
    ],
    'x1="0" y1="0" x2="1" y2="1"',
  )}<clipPath id="${clipId}"><path d="${shape(0)}"/></clipPath></defs>
    <rect width="${width}" height="${height}" fill="url(#${wallId})"/>
    <rect y="${open.bottom + size * 0.03}" width="${width}" height="${height}" fill="#dcc9a6"/>
    <path d="${shape(size * 0.025)}" fill="#e2d3b7"/>
    <g clip-path="url(#${clipId})"><svg x="${open.x}" y="${open.top}" width="${open.width}" height="${open.bottom - open.top}" viewBox="0 0 ${open.width} ${open.bottom - open.top}" overflow="hidden">${sea('noon', 0.5)(open.width, open.bottom - open.top)}</svg>
      <path d="M${open.x} ${open.top} h${size * 0.05} v${open.bottom - open.top} h${-size * 0.05} Z" fill="#b9a57f" opacity="0.85"/></g>
    ${step(0, '#f4ead6')}${step(1, '#e8dabd')}${step(2, '#f4ead6')}
    <path d="M0 0 H${width * 0.16} L${width * 0.02 + size * 0.28} ${open.bottom + size * 0.03} H0 Z" fill="#9c8a72" opacity="0.26"/>
    <g transform="translate(${open.x + open.width + size * 0.14} ${open.bottom + size * 0.05})">
      <ellipse cx="${-size * 0.05}" cy="0" rx="${size * 0.1}" ry="${size * 0.014}" fill="#6b5a3e" opacity="0.35"/>
      <path d="M${-size * 0.055} ${-size * 0.12} H${size * 0.055} L${size * 0.04} 0 H${-size * 0.04} Z" fill="#b9603f"/><rect x="${-size * 0.062}" y="${-size * 0.135}" width="${size * 0.124}" height="${size * 0.024}" fill="#cf7550"/>
      ${[-50, -28, -8, 14, 34, 55].map((angle) => `<path d="M0 ${-size * 0.13} q${size * 0.02} ${-size * 0.1} 0 ${-size * 0.2} q${-size * 0.03} ${size * 0.1} 0 ${size * 0.2}" fill="#4f7355" transform="rotate(${angle} 0 ${-size * 0.13})"/>`).join('')}</g>
    ${blossoms.join('')}`;
}

/** A pool from above with the shadow of a palm. */
export function pool(width: number, height: number): string {
  const waterId = fresh('pool');
  const size = Math.min(width, height);
  const edge = size * 0.13;
  const random = chance(11);
  const light = Array.from({ length: 46 }, () => {
    const reach = size * (0.04 + random() * 0.08);
    const x = edge * 1.3 + random() * (width - edge * 2.6 - reach * 2);
    const y = edge * 1.4 + random() * (height - edge * 2.8);
    return `<path d="M${x} ${y} q${reach / 2} ${-reach * 0.3} ${reach} 0 t${reach} ${reach * 0.1}" fill="none" stroke="#e9fbf6" stroke-width="${size * 0.005}" stroke-linecap="round" opacity="${0.25 + random() * 0.4}"/>`;
  });
  const leaf = (angle: number) =>
    `<path d="M0 0 Q${size * 0.22} ${-size * 0.12} ${size * 0.52} ${size * 0.02} Q${size * 0.22} 0 0 ${size * 0.035} Z" transform="rotate(${angle})"/>`;
  return `<defs>${gradient(
    waterId,
    [
      [0, '#6fc3c0'],
      [1, '#2b8f97'],
    ],
    'x1="0" y1="0" x2="1" y2="1"',
  )}</defs>
    <rect width="${width}" height="${height}" fill="#efe2c8"/>
    ${Array.from({ length: Math.ceil(width / (size * 0.16)) }, (_, tile) => `<rect x="${tile * size * 0.16}" width="1.5" height="${height}" fill="#d8c6a2"/>`).join('')}
    <rect x="${edge * 0.84}" y="${edge * 0.84}" width="${width - edge * 1.68}" height="${height - edge * 1.68}" rx="${size * 0.03}" fill="#fdf8ec"/>
    <rect x="${edge}" y="${edge}" width="${width - edge * 2}" height="${height - edge * 2}" rx="${size * 0.02}" fill="url(#${waterId})"/>
    <path d="M${edge} ${edge} H${width - edge} V${edge + size * 0.035} H${edge + size * 0.035} V${height - edge} H${edge} Z" fill="#0f5560" opacity="0.3"/>${light.join('')}
    <g transform="translate(${width * 0.66} ${height * 0.56})"><circle r="${size * 0.085}" fill="#d9694a"/><circle r="${size * 0.04}" fill="#3ba0a3"/>
      ${[0, 180].map((angle) => `<path d="M${size * 0.04} 0 A${size * 0.04} ${size * 0.04} 0 0 1 0 ${size * 0.04} L0 ${size * 0.085} A${size * 0.085} ${size * 0.085} 0 0 0 ${size * 0.085} 0 Z" fill="#fbf4e6" transform="rotate(${angle})"/>`).join('')}</g>
    <g fill="#123b40" opacity="0.3" transform="translate(${width * 0.06} ${height * 0.98})">${[-88, -68, -48, -30, -12].map(leaf).join('')}</g>`;
}

/** Lemons and a bottle on a table in the shade. */
export function table(width: number, height: number): string {
  const [wallId, glassId, lemonId] = [fresh('wall'), fresh('glass'), fresh('lemon')];
  const size = Math.min(width, height);
  const ground = height * 0.72;
  const lemon = (x: number, y: number, radius: number, turn: number) =>
    `<g transform="translate(${x} ${y}) rotate(${turn})"><path d="M${-radius * 1.25} 0 Q${-radius} ${-radius * 0.35} ${-radius * 0.82} ${-radius * 0.55} A${radius} ${radius * 0.9} 0 0 1 ${radius * 0.82} ${-radius * 0.55} Q${radius} ${-radius * 0.35} ${radius * 1.25} 0 Q${radius} ${radius * 0.35} ${radius * 0.82} ${radius * 0.55} A${radius} ${radius * 0.9} 0 0 1 ${-radius * 0.82} ${radius * 0.55} Q${-radius} ${radius * 0.35} ${-radius * 1.25} 0" fill="url(#${lemonId})"/></g>`;
  const shadow = (x: number, y: number, reach: number) =>
    `<path d="M${x - size * 0.02} ${y} l${reach} ${reach * 0.2} l${reach * 0.1} ${size * 0.04} l${-reach * 0.9} ${-size * 0.004} Z" fill="#3c2a1a" opacity="0.2"/>`;
  const bottle = { x: width * 0.4, width: size * 0.13, height: size * 0.5 };
  return `<defs>${gradient(
    wallId,
    [
      [0, '#d8b48a'],
      [1, '#c99a6d'],
    ],
    'x1="0" y1="0" x2="1" y2="0.6"',
  )}${gradient(
    glassId,
    [
      [0, '#1d5a58'],
      [0.3, '#3f8a80'],
      [0.5, '#2a6c67'],
      [1, '#123f41'],
    ],
    'x1="0" y1="0" x2="1" y2="0"',
  )}
    ${gradient(
      lemonId,
      [
        [0, '#fbe08a'],
        [0.6, '#efbf3f'],
        [1, '#cf9426'],
      ],
      'cx="0.36" cy="0.3" r="0.8"',
    )}</defs>
    <rect width="${width}" height="${height}" fill="url(#${wallId})"/>
    <path d="M${width * 0.1} 0 L${width * 0.52} 0 L${width * 0.92} ${ground} L${width * 0.46} ${ground} Z" fill="#f6ddb4" opacity="0.5"/>
    <path d="M${width * 0.58} 0 L${width * 0.72} 0 L${width * 1.1} ${ground} L${width * 0.98} ${ground} Z" fill="#f6ddb4" opacity="0.5"/>
    <rect y="${ground}" width="${width}" height="${height - ground}" fill="#f4ead8"/><rect y="${ground}" width="${width}" height="${size * 0.008}" fill="#fffaf0"/>
    ${shadow(bottle.x, ground + size * 0.1, size * 0.5)}${shadow(width * 0.56, ground + size * 0.14, size * 0.2)}
    <path d="M${bottle.x - bottle.width / 2} ${ground + size * 0.1} V${ground - bottle.height * 0.42} Q${bottle.x - bottle.width / 2} ${ground - bottle.height * 0.6} ${bottle.x - bottle.width * 0.16} ${ground - bottle.height * 0.68} V${ground - bottle.height} H${bottle.x + bottle.width * 0.16} V${ground - bottle.height * 0.68} Q${bottle.x + bottle.width / 2} ${ground - bottle.height * 0.6} ${bottle.x + bottle.width / 2} ${ground - bottle.height * 0.42} V${ground + size * 0.1} Q${bottle.x} ${ground + size * 0.12} ${bottle.x - bottle.width / 2} ${ground + size * 0.1} Z" fill="url(#${glassId})"/>
    <rect x="${bottle.x - bottle.width / 2}" y="${ground - bottle.height * 0.28}" width="${bottle.width}" height="${bottle.height * 0.3}" fill="#fbf4e6"/><circle cx="${bottle.x}" cy="${ground - bottle.height * 0.16}" r="${bottle.width * 0.2}" fill="#d9694a"/><rect x="${bottle.x - bottle.width * 0.3}" y="${ground - bottle.height * 0.05}" width="${bottle.width * 0.6}" height="${size * 0.006}" fill="#1d2a2c"/>
    ${lemon(width * 0.56, ground + size * 0.08, size * 0.075, -14)}${lemon(width * 0.68, ground + size * 0.12, size * 0.07, 24)}${lemon(width * 0.6, ground + size * 0.17, size * 0.062, 160)}
    <path d="M${width * 0.56 - size * 0.07} ${ground + size * 0.04} q${-size * 0.07} ${-size * 0.08} ${-size * 0.02} ${-size * 0.13} q${size * 0.06} ${size * 0.05} ${size * 0.02} ${size * 0.13}" fill="#4f7355"/>`;
}

/** Glazed tiles: quarter circles that turn from field to field. */
export function tiles(
  columns: number,
  colours: readonly string[] = ['#1f5f66', '#e9a13b', '#d9694a', '#0e3b43'],
) {
  return (width: number, height: number): string => {
    const random = chance(columns * 97);
    const step = width / columns;
    const fields = Array.from({ length: columns * Math.ceil(height / step) }, (_, index) => {
      const [x, y] = [(index % columns) * step, Math.floor(index / columns) * step];
      const colour = colours[Math.floor(random() * colours.length)] ?? '#1f5f66';
      const second = colours[Math.floor(random() * colours.length)] ?? '#1f5f66';
      return `<g transform="translate(${x + step / 2} ${y + step / 2}) rotate(${Math.floor(random() * 4) * 90}) translate(${-step / 2} ${-step / 2})">
        <path d="M0 0 H${step} A${step} ${step} 0 0 1 0 ${step} Z" fill="${colour}"/><path d="M0 0 H${step / 2} A${step / 2} ${step / 2} 0 0 1 0 ${step / 2} Z" fill="${second === colour ? '#f4ead6' : second}"/></g>
        <rect x="${x}" y="${y}" width="${step}" height="${step}" fill="none" stroke="#fbf5e9" stroke-width="${step * 0.024}"/>`;
    });
    return `<rect width="${width}" height="${height}" fill="#f4ead6"/>${fields.join('')}`;
  };
}
