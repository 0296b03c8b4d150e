import sharp from 'sharp';

type Palette = { paper: string; ink: string; accent: string; second: string };

export const PALETTES = {
  cafe: { paper: '#f6efe4', ink: '#2b2119', accent: '#c8643c', second: '#e9b872' },
  hotel: { paper: '#eef3f1', ink: '#12302f', accent: '#0f5c5c', second: '#f2c14e' },
  yoga: { paper: '#f7f2f5', ink: '#33243a', accent: '#8a5a83', second: '#9fc2a6' },
} satisfies Record<string, Palette>;

type Poster = { palette: Palette; title: string; line: string; width?: number; height?: number };

/** A poster: sun, hills and a title, as SVG. */
function posterSvg({ palette, title, line, width = 1600, height = 1200 }: Poster): string {
  const { paper, ink, accent, second } = palette;
  const ground = height * 0.72;
  const hill = (rise: number, from: number) =>
    `M0 ${height} V${ground + rise * 0.4} C ${width * 0.2} ${ground - rise}, ${width * from} ${ground - rise * 1.4}, ` +
    `${width * 0.62} ${ground} S ${width * 0.9} ${ground - rise * 0.6}, ${width} ${ground - rise * 0.2} V${height} Z`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
  <rect width="100%" height="100%" fill="${paper}"/>
  <circle cx="${width * 0.7}" cy="${height * 0.42}" r="${height * 0.2}" fill="${second}"/>
  <path d="${hill(height * 0.18, 0.36)}" fill="${accent}" opacity="0.55"/>
  <path d="${hill(height * 0.08, 0.3)}" fill="${accent}"/>
  <text x="${width * 0.08}" y="${height * 0.2}" font-family="Georgia, 'DejaVu Serif', serif" font-weight="bold"
    font-size="${height * 0.085}" fill="${ink}">${title}</text>
  <text x="${width * 0.08}" y="${height * 0.27}" font-family="'DejaVu Sans', sans-serif"
    font-size="${height * 0.032}" fill="${ink}" opacity="0.75">${line}</text>
</svg>`;
}

export async function posterPng(poster: Poster): Promise<Buffer<ArrayBuffer>> {
  return Buffer.from(
    await sharp(Buffer.from(posterSvg(poster)))
      .png()
      .toBuffer(),
  );
}
