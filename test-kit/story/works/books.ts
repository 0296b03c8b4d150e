import type { Work } from './sheet.ts';

/** Shapes that stand for a book; each a drawing in a field of 600 by 520. */
const BOOKS = {
  moon: {
    ground: '#1c2b3a',
    ink: '#f3e7d2',
    drawing:
      '<circle cx="300" cy="260" r="190" fill="#f3e7d2"/><circle cx="372" cy="216" r="176" fill="#1c2b3a"/><circle cx="110" cy="90" r="7" fill="#f3e7d2"/><circle cx="520" cy="420" r="5" fill="#f3e7d2"/><circle cx="470" cy="60" r="4" fill="#f3e7d2"/>',
  },
  stairs: {
    ground: '#d9694a',
    ink: '#fbf1e0',
    drawing: Array.from(
      { length: 7 },
      (_, step) =>
        `<rect x="${60 + step * 70}" y="${450 - step * 66}" width="${480 - step * 70}" height="66" fill="${step % 2 ? '#fbf1e0' : '#3a201a'}"/>`,
    ).join(''),
  },
  leaves: {
    ground: '#efe6d3',
    ink: '#26382e',
    drawing: [-70, -42, -14, 14, 42, 70]
      .map(
        (angle) =>
          `<path d="M300 500 q70 -200 0 -420 q-70 220 0 420" fill="${angle % 4 ? '#4d6b54' : '#8aa27c'}" transform="rotate(${angle} 300 500)"/>`,
      )
      .join(''),
  },
} as const;

/** The cover of a novel. */
export function bookCover(kind: keyof typeof BOOKS, title: string, author: string): Work {
  const { ground, ink, drawing } = BOOKS[kind];
  return (type) => ({
    width: 800,
    height: 1240,
    body: `<rect width="800" height="1240" fill="${ground}"/><svg x="100" y="120" width="600" height="520" viewBox="0 0 600 520">${drawing}</svg>
      ${type.block(title, { x: 80, y: 820, face: 'display', size: 96, weight: 440, fill: ink, width: 660, leading: 1.02 })}
      ${type.line(author, { x: 82, y: 1150, size: 32, weight: 500, fill: ink })}<rect x="0" y="0" width="26" height="1240" fill="#000" opacity="0.12"/>`,
  });
}
