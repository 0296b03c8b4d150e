const BARS = 300;
const [BAR, STEP, HEIGHT] = [3, 5, 240];
/** Silence is still drawn as a line. */
const LEAST = 4;

/** Draws a sound's loudness as bars; the loudest fills the height. `samples` are unsigned bytes (silence is 128). */
export function waveDrawing(samples: Uint8Array): string {
  const loudness = Array.from({ length: BARS }, (_, bar) =>
    meanOf(
      samples,
      Math.floor((bar * samples.length) / BARS),
      Math.ceil(((bar + 1) * samples.length) / BARS),
    ),
  );
  // Eight bits of noise are no sound.
  const loudest = Math.max(2, ...loudness);
  const bars = loudness.map((mean, bar) => {
    const height = Math.max(LEAST, Math.round(HEIGHT * Math.sqrt(mean / loudest)));
    const top = (HEIGHT - height) / 2;
    return `<rect x="${bar * STEP}" y="${top}" width="${BAR}" height="${height}" rx="1.5"/>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${BARS * STEP}" height="${HEIGHT}">${bars.join('')}</svg>`;
}

function meanOf(samples: Uint8Array, from: number, to: number): number {
  let sum = 0;
  for (let at = from; at < to; at += 1) sum += Math.abs((samples[at] ?? 128) - 128);
  return sum / Math.max(1, to - from);
}
