import { framed, type Work } from './sheet.ts';

type Screen = {
  name: string;
  claim: string;
  lead: string;
  button: string;
  times: readonly (readonly [string, string])[];
};
const YOGA = { paper: '#f7f3ee', ink: '#2f2a33', plum: '#7d5473', sage: '#9db49b', blush: '#e6c9bd' };

/** Stones on each other before a low sun. */
function stones(width: number, height: number): string {
  const size = Math.min(width, height);
  const stone = (y: number, reach: number, colour: string) =>
    `<ellipse cx="${width * 0.5}" cy="${y}" rx="${reach}" ry="${reach * 0.34}" fill="${colour}"/>`;
  return `<rect width="${width}" height="${height}" fill="${YOGA.blush}"/><circle cx="${width * 0.62}" cy="${height * 0.42}" r="${size * 0.27}" fill="#f3e2d4"/>
    <path d="M0 ${height * 0.72} Q${width * 0.3} ${height * 0.6} ${width * 0.6} ${height * 0.7} T${width} ${height * 0.66} V${height} H0 Z" fill="${YOGA.sage}"/><path d="M0 ${height * 0.84} Q${width * 0.4} ${height * 0.76} ${width} ${height * 0.86} V${height} H0 Z" fill="#7f9a80"/>
    ${stone(height * 0.8, size * 0.2, '#5d4560')}${stone(height * 0.8 - size * 0.11, size * 0.15, '#7d5473')}${stone(height * 0.8 - size * 0.195, size * 0.11, '#a47d97')}${stone(height * 0.8 - size * 0.26, size * 0.07, '#c9a9b8')}`;
}

/** The first screen of the studio's site on a laptop; the picture at the right, or behind the words. */
export function studioSite({ name, claim, lead, button, times }: Screen, isWide = false): Work {
  return (type) => {
    const picture = isWide
      ? { x: 0, y: 84, width: 1600, height: 916 }
      : { x: 840, y: 84, width: 760, height: 916 };
    const fill = YOGA.ink;
    return {
      width: 1600,
      height: 1000,
      body: `<rect width="1600" height="1000" fill="${YOGA.paper}"/>${framed(stones, picture)}
        ${type.line(name, { x: 80, y: 54, face: 'display', size: 30, weight: 500, fill })}
        ${times.map(([day], index) => type.line(day, { x: 1520 - index * 130, y: 52, size: 20, fill, anchor: 'end' })).join('')}
        ${type.block(claim, { x: 80, y: 320, face: 'display', size: 104, weight: 400, fill, width: 700, leading: 1.02 })}
        ${type.block(lead, { x: 82, y: 590, size: 26, fill, width: 560 })}
        <rect x="80" y="720" width="290" height="74" rx="37" fill="${YOGA.plum}"/>${type.line(button, { x: 225, y: 766, size: 25, weight: 600, fill: '#fff', anchor: 'middle' })}`,
    };
  };
}

/** The dance studio's site on a phone, with the timetable. */
export function studioPhone({ name, claim, times }: Screen): Work {
  return (type) => ({
    width: 780,
    height: 1688,
    body: `<rect width="780" height="1688" fill="${YOGA.paper}"/>${type.line(name, { x: 48, y: 98, face: 'display', size: 40, weight: 500, fill: YOGA.ink })}
      ${framed(stones, { x: 0, y: 150, width: 780, height: 720 })}
      ${type.block(claim, { x: 48, y: 980, face: 'display', size: 74, weight: 400, fill: YOGA.ink, width: 680, leading: 1.05 })}
      ${times.map(([day, hour], row) => `${type.line(day, { x: 48, y: 1200 + row * 104, size: 34, fill: YOGA.ink })}${type.line(hour, { x: 732, y: 1200 + row * 104, size: 34, weight: 600, fill: YOGA.plum, anchor: 'end' })}<rect x="48" y="${1232 + row * 104}" width="684" height="1.5" fill="#d8cfc6"/>`).join('')}`,
  });
}
