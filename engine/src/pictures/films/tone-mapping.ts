import type { Stream } from './film-streams.ts';

/** Luminance of the brightest distinct value, in candela per square metre. */
const PEAK = 1000;
/**
 * Luminance shown as a screen's white, and the knee above which light is compressed up to the peak. White is 203 in
 * studios (ITU-R BT.2408) and 100 in many programs: the value lies between.
 */
const [WHITE, KNEE] = [135, 45];

/** A sample as a fraction of the largest one. Commas are escaped for the filter graph. */
const VALUE = '(val/maxval)';

/** Linear light as a fraction of the peak, by HDR transfer function (ITU-R BT.2100). */
const LIGHT: Record<string, string> = {
  smpte2084: lightOfPq(),
  'arib-std-b67': lightOfHlg(),
};

/** Matrix from BT.2020 to BT.709 primaries; colours outside are cut off. */
const TO_BT709 = [
  ['rr=1.6605', 'rg=-0.5876', 'rb=-0.0728'],
  ['gr=-0.1246', 'gg=1.1329', 'gb=-0.0083'],
  ['br=-0.0182', 'bg=-0.1006', 'bb=1.1187'],
].flat();

export function goesBeyondWhite(picture: Stream | undefined): boolean {
  return Object.hasOwn(LIGHT, picture?.color_transfer ?? '');
}

/** Filters that tone-map an HDR film, none for others; `options` go onto `scale`. Every ffmpeg has these filters. */
export function toneMapping(picture: Stream | undefined): { options: string; filters: string } {
  const light = goesBeyondWhite(picture) ? LIGHT[picture?.color_transfer ?? ''] : undefined;
  if (light === undefined) return { options: '', filters: '' };
  const primaries = `colorchannelmixer=${TO_BT709.join(':')}`;
  const filters = ['format=gbrp16le', table(light), primaries, table(shown()), 'format=rgb24'];
  return { options: ':in_color_matrix=bt2020', filters: `,${filters.join(',')}` };
}

function table(value: string): string {
  const each = `min(maxval\\,maxval*${value})`;
  return `lutrgb=r='${each}':g='${each}':b='${each}'`;
}

/** Perceptual quantisation (PQ); its largest value is 10,000 candela per square metre. */
function lightOfPq(): string {
  const power = `pow(${VALUE}\\,1/78.84375)`;
  const part = `max(${power}-0.8359375\\,0)/(18.8515625-18.6875*${power})`;
  return `(pow(${part}\\,1/0.1593017578125)*${10_000 / PEAK})`;
}

/** Hybrid log-gamma on a screen of 1000 candela per square metre, each colour by itself. */
function lightOfHlg(): string {
  const scene = `if(lte(${VALUE}\\,0.5)\\,${VALUE}*${VALUE}/3\\,(exp((${VALUE}-0.55991073)/0.17883277)+0.28466892)/12)`;
  return `pow(${scene}\\,1.2)`;
}

/** Compresses light beyond the knee and returns the screen's value (ITU-R BT.1886). */
function shown(): string {
  const knee = KNEE / WHITE;
  const beyond = (PEAK - KNEE) / WHITE;
  const most = 1 / (1 / (1 - knee) - 1 / beyond);
  const light = `(${VALUE}*${PEAK / WHITE})`;
  const over = `(${light}-${knee})`;
  const compressed = `${knee}+${over}/(1+${over}/${most})`;
  return `pow(if(lte(${light}\\,${knee})\\,${light}\\,${compressed})\\,1/2.4)`;
}
