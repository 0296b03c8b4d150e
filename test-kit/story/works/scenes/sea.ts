import { chance, fresh, gradient } from '../sheet.ts';

type Light = { sky: [string, string]; sun: string; sea: [string, string]; land: string; height: number };

/**
 * Times of day in the hotel's campaign; `height` is that of the sun above the horizon, as a fraction of the
 * sky.
 */
const HOURS = {
  morning: {
    sky: ['#a9cbcb', '#f6e3c5'],
    sun: '#fff4d9',
    sea: ['#9fc4bf', '#3f7f82'],
    land: '#6f9a97',
    height: 0.3,
  },
  noon: {
    sky: ['#8fc0cb', '#dcebe3'],
    sun: '#fffdf2',
    sea: ['#5aa0a4', '#17616b'],
    land: '#5d8a84',
    height: 0.72,
  },
  evening: {
    sky: ['#39566b', '#f0a468'],
    sun: '#ffd9a0',
    sea: ['#c97f5c', '#1d3f52'],
    land: '#5b4a58',
    height: 0.14,
  },
} satisfies Record<string, Light>;

/** The bay in front of the hotel, with the light of an hour. */
export function sea(hour: keyof typeof HOURS, horizon = 0.56) {
  return bay(HOURS[hour], { horizon, sunAt: 0.62, sailAt: 0.26, shimmer: 0 });
}

/** The bay at a moment of the film, from 0 in the morning to 1 in the evening. */
export function bayOfDay(moment: number) {
  const { morning, noon, evening } = HOURS;
  const half = moment * 2;
  const light = half < 1 ? blend(morning, noon, half) : blend(noon, evening, half - 1);
  return bay(light, {
    horizon: 0.6,
    sunAt: 0.3 + moment * 0.36,
    sailAt: 0.14 + moment * 0.3,
    shimmer: moment,
  });
}

function blend(from: Light, to: Light, share: number): Light {
  // A sine, so that neither morning nor evening ends with a jerk.
  const eased = (1 - Math.cos(share * Math.PI)) / 2;
  const colour = (a: string, b: string) =>
    `#${[1, 3, 5]
      .map((at) => [a, b].map((each) => Number.parseInt(each.slice(at, at + 2), 16)))
      .map(([low = 0, high = 0]) =>
        Math.round(low + (high - low) * eased)
          .toString(16)
          .padStart(2, '0'),
      )
      .join('')}`;
  return {
    sky: [colour(from.sky[0], to.sky[0]), colour(from.sky[1], to.sky[1])],
    sun: colour(from.sun, to.sun),
    sea: [colour(from.sea[0], to.sea[0]), colour(from.sea[1], to.sea[1])],
    land: colour(from.land, to.land),
    height: from.height + (to.height - from.height) * eased,
  };
}

/** Horizontal positions are fractions of the width; `shimmer` moves the light on the water. */
type Moment = { horizon: number; sunAt: number; sailAt: number; shimmer: number };

function bay(
  { sky, sun, sea: water, land, height: rise }: Light,
  { horizon, sunAt, sailAt, shimmer }: Moment,
) {
  return (width: number, height: number): string => {
    const [skyId, seaId, glowId] = [fresh('sky'), fresh('sea'), fresh('glow')];
    const line = height * horizon;
    const size = Math.min(width, height);
    const at = { x: width * sunAt, y: line - line * rise };
    const random = chance(7);
    const glitter = Array.from({ length: 90 }, (_, row) => {
      const depth = (row / 90) ** 1.6;
      const y = line + (height - line) * (0.01 + depth * 0.97);
      const reach = size * (0.05 + depth * 0.42) * random();
      const sway = Math.sin(row * 2.4 + shimmer * 40) * size * 0.02;
      const x = at.x + sway + (random() - 0.5) * size * (0.08 + depth * 0.6);
      return `<rect x="${x - reach / 2}" y="${y}" width="${reach}" height="${1 + depth * size * 0.006}" rx="2" fill="${sun}" opacity="${0.55 - depth * 0.4}"/>`;
    });
    const cape = (from: number, top: number, colour: string, opacity: number) =>
      `<path d="M${width} ${line} H${width * from} C${width * (from + 0.1)} ${line - size * top * 0.2} ${width * (from + 0.16)} ${line - size * top} ` +
      `${width * (from + 0.3)} ${line - size * top * 0.92} S${width * (from + 0.42)} ${line - size * top * 1.5} ${width * 1.01} ${line - size * top * 1.42} Z" fill="${colour}" opacity="${opacity}"/>`;
    const sail = size * 0.055;
    return `<defs>${gradient(skyId, [
      [0, sky[0]],
      [1, sky[1]],
    ])}${gradient(seaId, [
      [0, water[0]],
      [0.35, water[1]],
      [1, water[1]],
    ])}
      ${gradient(
        glowId,
        [
          [0, sun, 0.9],
          [0.25, sun, 0.35],
          [1, sun, 0],
        ],
        'cx="0.5" cy="0.5" r="0.5"',
      )}</defs>
      <rect width="${width}" height="${line + 1}" fill="url(#${skyId})"/>
      <circle cx="${at.x}" cy="${at.y}" r="${size * 0.46}" fill="url(#${glowId})"/>
      <circle cx="${at.x}" cy="${at.y}" r="${size * 0.075}" fill="${sun}"/>
      ${cape(0.5, 0.045, land, 0.45)}${cape(0.66, 0.075, land, 0.85)}
      <rect y="${line}" width="${width}" height="${height - line}" fill="url(#${seaId})"/>${glitter.join('')}
      <g transform="translate(${width * sailAt} ${line + size * 0.012 + Math.sin(shimmer * 18) * size * 0.003})">
        <path d="M0 0 L0 ${-sail * 1.7} Q ${sail * 0.9} ${-sail * 0.7} ${sail * 0.8} 0 Z" fill="#fffaf0"/>
        <path d="M${-sail * 0.08} 0 L${-sail * 0.08} ${-sail * 1.4} Q ${-sail * 0.6} ${-sail * 0.6} ${-sail * 0.62} 0 Z" fill="#f3e3cb"/>
        <path d="M${-sail * 0.7} ${sail * 0.08} H${sail * 0.95} L${sail * 0.7} ${sail * 0.3} H${-sail * 0.45} Z" fill="#27383f"/></g>`;
  };
}

/** The beach from above: foam, sand and sunshades, `columns` of them beside each other. */
export function beach(columns = 5) {
  return (width: number, height: number): string => {
    const waterId = fresh('water');
    const random = chance(41);
    const step = width / columns;
    const shore = height * 0.36;
    const wave = (y: number, swing: number) => {
      const turns = Array.from({ length: 7 }, (_, turn) => {
        const x = (width / 6) * turn;
        return `${x - width / 12} ${y + swing * (turn % 2 ? 1 : -1)} ${x} ${y + swing * Math.sin(turn * 1.9) * 0.7}`;
      });
      return `M${-width * 0.2} ${y} S${turns.join(' ')} ${width * 1.1} ${y} ${width * 1.2} ${y} V-10 H${-width * 0.2} Z`;
    };
    const rows = Math.max(1, Math.round((height - shore * 1.25) / step));
    const shades = Array.from({ length: columns * rows }, (_, index) => {
      const [column, row] = [index % columns, Math.floor(index / columns)];
      const x = step * (column + 0.5 + (row % 2 ? 0.22 : -0.1)) + (random() - 0.5) * step * 0.14;
      const y = shore * 1.28 + step * (row + 0.5) + (random() - 0.5) * step * 0.12;
      return sunshade(
        x,
        y,
        step * 0.31,
        ['#d9694a', '#1f5f66', '#e9a13b'][(column * 2 + row) % 3] ?? '#d9694a',
        random,
      );
    });
    return `<defs>${gradient(waterId, [
      [0, '#17616b'],
      [0.7, '#3f9396'],
      [1, '#8fc9c0'],
    ])}</defs>
      <rect width="${width}" height="${height}" fill="#ecdcbd"/>
      <path d="${wave(shore * 1.12, height * 0.02)}" fill="#dcc8a2"/><path d="${wave(shore, height * 0.026)}" fill="#fdfaf2"/>
      <path d="${wave(shore * 0.94, height * 0.028)}" fill="url(#${waterId})"/>
      <path d="${wave(shore * 0.6, height * 0.03)}" fill="none" stroke="#fdfaf2" stroke-width="${height * 0.004}" opacity="0.5"/>${shades.join('')}`;
  };
}

function sunshade(x: number, y: number, radius: number, colour: string, random: () => number): string {
  const turn = random() * 45;
  const slices = Array.from({ length: 8 }, (_, slice) => {
    const [from, to] = [slice, slice + 1].map((edge) => (edge * Math.PI) / 4);
    const point = (angle = 0) =>
      `${(Math.cos(angle) * radius).toFixed(1)} ${(Math.sin(angle) * radius).toFixed(1)}`;
    return `<path d="M0 0 L${point(from)} A${radius} ${radius} 0 0 1 ${point(to)} Z" fill="${slice % 2 ? '#fbf4e6' : colour}"/>`;
  });
  const towel = `<rect x="${radius * 0.5}" y="${radius * 0.4}" width="${radius * 0.62}" height="${radius * 1.25}" rx="${radius * 0.05}" fill="#fbf4e6"/><rect x="${radius * 0.5}" y="${radius * 1.3}" width="${radius * 0.62}" height="${radius * 0.12}" fill="${colour}"/>`;
  return `<g transform="translate(${x} ${y})"><ellipse cx="${radius * 0.34}" cy="${radius * 0.36}" rx="${radius}" ry="${radius}" fill="#8a6f3f" opacity="0.28"/>
    <g transform="rotate(${turn - 30})">${towel}</g><g transform="rotate(${turn})">${slices.join('')}</g><circle r="${radius * 0.07}" fill="#fffaf0"/></g>`;
}
